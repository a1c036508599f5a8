import { join } from 'node:path';
import { openHttpsLink } from './protocol/https-link.ts';
import type { LinkAddress, OpenLink } from './protocol/link.ts';
import { openMqttLink } from './protocol/mqtt-link.ts';
import type { PlantConfig } from './plant/plant-config.ts';
import { createPlant } from './plant/plant.ts';
import { simulatedDriver } from './plant/simulated-driver.ts';
import { type ControllerOptions, runController, type RunningController } from './run-controller.ts';
import { storageOfPlant } from './storage-of-plant.ts';

export interface SimulatedSite extends Pick<ControllerOptions, 'onConnected' | 'onTrouble' | 'now'> {
  readonly address: LinkAddress;
  readonly plant: PlantConfig;
  /** Where it keeps its schedule; in memory alone when left out. */
  readonly dataDir?: string;
  readonly reportSeconds: number;
  /** How often it looks at its devices and steers them; every second when left out. */
  readonly tickSeconds?: number;
  /** Whoever wants to see what passes between the controller and the service. */
  readonly watchLink?: (openLink: OpenLink) => OpenLink;
}

/** Runs a controller over devices that exist in this process alone. */
export function runSimulatedSite(site: SimulatedSite): Promise<RunningController> {
  const { address, plant, dataDir, reportSeconds, tickSeconds = 1, now, onConnected, onTrouble } = site;
  const openAddress = address.url.startsWith('mqtt') ? openMqttLink : openHttpsLink;
  const openLink: OpenLink = (handlers) => openAddress(address, handlers);
  return runController({
    driver: simulatedDriver({ plant: createPlant(plant, now()), clock: { nowMs: now } }),
    openLink: site.watchLink?.(openLink) ?? openLink,
    settings: { siteId: address.siteId, ...storageOfPlant(plant) },
    snapshotPath: dataDir === undefined ? undefined : join(dataDir, `${address.siteId}.json`),
    tickEveryMs: tickSeconds * 1_000,
    reportEveryMs: reportSeconds * 1_000,
    now,
    onConnected,
    onTrouble,
  });
}
