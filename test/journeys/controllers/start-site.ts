import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collect, type Environment, startSetpoint } from '../../support/service/run-setpoint.ts';
import type { SiteLogin } from '../../support/service/service-client.ts';

export type SiteProcess = ReturnType<typeof startSite>;

interface SiteSettings {
  readonly driver?: object;
  readonly environment?: Environment;
  /** Further settings of its file. */
  readonly settings?: object;
}

export function simulated(site: string): object {
  return { kind: 'simulated', site };
}

/** `setpoint controller` as a process of its own; what it keeps is in the folder. */
export function startSite(
  folder: string,
  service: string,
  { siteId, controllerKey }: SiteLogin,
  { driver = simulated('Brewery Plzen'), environment = {}, settings = {} }: SiteSettings = {},
) {
  const config = join(folder, `${siteId}.json`);
  const dataDir = join(folder, siteId);
  const file = { service, siteId, controllerKey, dataDir, reportSeconds: 1, driver, ...settings };
  writeFileSync(config, JSON.stringify(file));
  const child = startSetpoint(['controller', '--config', config], environment);
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const kill = async () => void (await end('SIGKILL'));
  return {
    dataDir,
    error,
    async says(text: string) {
      while (!out().includes(text)) {
        await Promise.race([once(child.stdout, 'data'), exited]);
        if (child.exitCode !== null) throw new Error(`it ended: ${error()}`);
      }
    },
    stop: () => end('SIGTERM'),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
