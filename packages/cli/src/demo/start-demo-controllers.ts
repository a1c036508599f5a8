import { join } from 'node:path';
import type { RunningController, WatchedFaults } from '@setpoint/controller';
import type { DemoPast } from './demo-past.ts';

const REPORT_SECONDS = 5;
const CONNECTED_WITHIN_MS = 15_000;

export interface Surroundings {
  readonly url: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  /** What goes wrong at a site just now. */
  readonly faultsOf: WatchedFaults['ofSite'];
  readonly writeError: (text: string) => void;
}

/** Starts the twelve, alternately over HTTPS and MQTT; resolves when all have sent their first report. */
export async function startDemoControllers(
  { registry: { sites }, running }: DemoPast,
  { url, mqttUrl, dataDir, faultsOf, writeError }: Surroundings,
): Promise<RunningController[]> {
  const { plantCatalogue, runFaultySite } = await import('@setpoint/controller');
  const connected: Promise<void>[] = [];
  const controllers: Promise<RunningController>[] = sites.flatMap(({ siteName, siteId, controllerKey }, index) => {
    const plant = plantCatalogue.find(({ name }) => name === siteName);
    if (plant === undefined) return [];
    const { promise, resolve } = Promise.withResolvers<void>();
    connected.push(promise);
    const site = {
      address: { url: index % 2 === 0 ? url : mqttUrl, siteId, controllerKey },
      plant,
      running: running.get(siteName),
      dataDir: join(dataDir, 'controllers'),
      reportSeconds: REPORT_SECONDS,
      now: Date.now,
      onConnected: resolve,
      onTrouble: (text: string) => writeError(`${siteName}: ${text}\n`),
    };
    return runFaultySite(site, () => faultsOf(siteName));
  });
  const started = await Promise.all(controllers);
  await Promise.race([Promise.all(connected), waitAtMost(CONNECTED_WITHIN_MS)]);
  return started;
}

function waitAtMost(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs).unref();
  });
}
