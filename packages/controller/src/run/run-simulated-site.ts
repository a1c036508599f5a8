import type { PlantConfig } from '../plant/plant-config.ts';
import { createPlant, type Plant } from '../plant/plant.ts';
import { simulatedDriver } from '../plant/simulated-driver.ts';
import type { RunningController } from './run-controller.ts';
import { runSite, type SiteRun } from './run-site.ts';
import { storageOfPlant } from './storage-of-plant.ts';

export interface SimulatedSite extends SiteRun {
  readonly plant: PlantConfig;
  /** The devices, if they run already. */
  readonly running?: Plant | undefined;
}

/** Runs a controller over devices that exist only in this process. */
export function runSimulatedSite(site: SimulatedSite): Promise<RunningController> {
  const { plant, now } = site;
  const driver = simulatedDriver({ plant: site.running ?? createPlant(plant, now()), clock: { nowMs: now } });
  return runSite(site, driver, storageOfPlant(plant));
}
