import type { Fault } from '../plant/fault.ts';
import type { PlantConfig } from '../plant/plant-config.ts';
import { evenClock, type PlantClock } from '../plant/plant-clock.ts';
import { createPlant, type Plant } from '../plant/plant.ts';
import { simulatedDriver } from '../plant/simulated-driver.ts';
import type { RunningController } from './run-controller.ts';
import { runSite, type SiteRun } from './run-site.ts';
import { storageOfPlant } from './storage-of-plant.ts';

export interface SimulatedSite extends SiteRun {
  readonly plant: PlantConfig;
  /** The devices, if they run already. */
  readonly running?: Plant | undefined;
  /** The clock of the devices, which nobody sets; one that starts with them if left out. */
  readonly devicesClock?: PlantClock;
  /** What goes wrong with the devices just now. */
  readonly faults?: () => readonly Fault[];
}

/** Runs a controller over devices that exist only in this process. */
export function runSimulatedSite(site: SimulatedSite): Promise<RunningController> {
  const { plant, devicesClock: clock = evenClock(site.now()), faults } = site;
  const running = site.running ?? createPlant(plant, clock.nowMs());
  const driver = simulatedDriver({ plant: running, clock, faults });
  return runSite(site, driver, storageOfPlant(plant));
}
