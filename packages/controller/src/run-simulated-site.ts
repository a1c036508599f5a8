import { join } from 'node:path';
import { openHttpsLink } from './protocol/https-link.ts';
import type { LinkAddress } from './protocol/link.ts';
import { openMqttLink } from './protocol/mqtt-link.ts';
import type { PlantConfig } from './plant/plant-config.ts';
import { createPlant } from './plant/plant.ts';
import { simulatedDriver } from './plant/simulated-driver.ts';
import { type ControllerOptions, runController, type RunningController } from './run-controller.ts';
import { storageOfPlant } from './storage-of-plant.ts';

export interface SimulatedSite extends Pick<ControllerOptions, 'onConnected' | 'onTrouble' | 'now'> {
  readonly address: LinkAddress;
  readonly plant: PlantConfig;
  readonly dataDir: string;
  readonly reportSeconds: number;
}

/** Runs a controller over devices that exist in this process alone. */
export function runSimulatedSite(site: SimulatedSite): Promise<RunningController> {
  const { address, plant, dataDir, reportSeconds, now, onConnected, onTrouble } = site;
  const openLink = address.url.startsWith('mqtt') ? openMqttLink : openHttpsLink;
  return runController({
    driver: simulatedDriver({ plant: createPlant(plant, now()), clock: { nowMs: now } }),
    openLink: (handlers) => openLink(address, handlers),
    settings: { siteId: address.siteId, ...storageOfPlant(plant) },
    snapshotPath: join(dataDir, `${address.siteId}.json`),
    reportEveryMs: reportSeconds * 1_000,
    now,
    onConnected,
    onTrouble,
  });
}
