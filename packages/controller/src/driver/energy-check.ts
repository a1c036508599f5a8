import { compareEnergies, type TimedPower } from './compare-energies.ts';

/** Finds a device that might as well stand still, which orders that change all the time would hide. */
export interface EnergyCheck {
  ordered(powerKw: number | null): void;
  measured(powerKw: number, toleratedKw: number): void;
  standsStill(): boolean;
}

interface EnergyTimes {
  readonly nowMs: () => number;
  readonly patienceMs: number;
}

// Of what a device would be away that stands still.
const STILL_SHARE = 0.7;

export function energyCheck(control: 'setpoint' | 'limit', { nowMs, patienceMs }: EnergyTimes): EnergyCheck {
  let orders: TimedPower[] = [];
  let samples: TimedPower[] = [];
  let isStill = false;
  return {
    ordered: (powerKw) => {
      if (powerKw === null) {
        [orders, samples, isStill] = [[], [], false];
      } else if (orders.at(-1)?.powerKw !== powerKw) orders.push({ atMs: nowMs(), powerKw });
    },
    measured: (powerKw, toleratedKw) => {
      const atMs = nowMs();
      samples = [...samples.filter((one) => atMs - one.atMs <= patienceMs), { atMs, powerKw }];
      // The last of those before still held when the time began.
      const firstNeeded = orders.findLastIndex((one) => atMs - one.atMs >= 2 * patienceMs);
      orders = orders.slice(Math.max(0, firstNeeded));
      const energies = compareEnergies({ control, orders, measured: samples, nowMs: atMs, patienceMs });
      isStill =
        energies !== undefined && energies.awayKw > toleratedKw && energies.awayKw > STILL_SHARE * energies.stillKw;
    },
    standsStill: () => isStill,
  };
}
