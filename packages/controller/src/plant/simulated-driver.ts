import type { Driver, PlantTarget } from '../driver/driver.ts';
import { activeFaults, type Fault } from './fault.ts';
import type { PlantClock } from './plant-clock.ts';
import type { Plant } from './plant.ts';
import { readFaultyMeters } from './read-faulty-meters.ts';

/** Drives a simulated plant that keeps up with its clock; a clock that is set back waits for the plant. */
export function simulatedDriver({
  plant,
  clock,
  faults = [],
}: {
  plant: Plant;
  clock: PlantClock;
  faults?: readonly Fault[];
}): Driver {
  const catchUp = (): void => plant.step(Math.max(0, clock.nowMs() - plant.nowMs()));
  return {
    read: async () => {
      catchUp();
      return readFaultyMeters(plant.reading(), activeFaults(faults, plant.nowMs()));
    },
    write: async (target) => {
      refuseNonsense(target);
      // Up to now the devices followed the target before this one.
      catchUp();
      plant.setTarget(target);
      return {};
    },
  };
}

function refuseNonsense(target: PlantTarget): void {
  for (const [name, value] of Object.entries(target)) {
    if (Number.isNaN(value)) throw new RangeError(`The target ${name} is NaN.`);
  }
}
