import type { SiteSettings } from '../execute/site-settings.ts';
import { sunspecDriver } from '../sunspec/sunspec-driver.ts';
import type { SunspecSiteFile } from '../sunspec/sunspec-site-file.ts';
import type { RunningController } from './run-controller.ts';
import { runSite, type SiteRun } from './run-site.ts';

export interface SunspecSite extends SiteRun {
  readonly site: SunspecSiteFile;
}

/** Runs a controller over devices that speak SunSpec. */
export async function runSunspecSite({ site, ...run }: SunspecSite): Promise<RunningController> {
  const driver = sunspecDriver(site, {
    nowMs: () => performance.now(),
    onLink: ({ uid, isUp, cause }) =>
      run.onTrouble(isUp ? `The device ${uid} is connected.` : `The device ${uid} cannot be read: ${textOf(cause)}`),
    onOddity: (line) => run.onTrouble(line),
    onRefusal: ({ part, cause }) => run.onTrouble(`${part} is not carried out: ${textOf(cause)}`),
  });
  const controller = await runSite(run, driver, storageOf(site));
  return {
    async stop() {
      await controller.stop();
      await driver.close();
    },
  };
}

function storageOf({ storage = {} }: SunspecSiteFile): Omit<SiteSettings, 'siteId'> {
  const { ownMode = 'idle', minSocPercent = 0, maxSocPercent = 100, fadePercent = 0 } = storage;
  return { ownMode, socWindow: { minPercent: minSocPercent, maxPercent: maxSocPercent, fadePercent } };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
