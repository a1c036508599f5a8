import type { TimedPower } from '@setpoint/core';
import { compareEnergies } from './compare-energies.ts';

// Of what a device would be away that stands still.
const STILL_SHARE = 0.7;

/** Finds a device that might as well stand still, which orders that change all the time would hide. */
function energyCheck(control: 'setpoint' | 'limit', nowMs: () => number, patienceMs: number) {
  let orders: TimedPower[] = [];
  let samples: TimedPower[] = [];
  let isStill = false;
  return {
    ordered: (powerKw: number | null) => {
      if (powerKw === null) {
        [orders, samples, isStill] = [[], [], false];
      } else if (orders.at(-1)?.powerKw !== powerKw) orders.push({ atMs: nowMs(), powerKw });
    },
    measured: (powerKw: number, toleratedKw: number) => {
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

/** Holds what a device measures against what it was ordered to do. */
export interface FollowCheck {
  /** What it follows now; null if it is released. */
  ordered(powerKw: number | null): void;
  measured(powerKw: number | undefined, ratings: { readonly lowerKw: number; readonly upperKw: number }): void;
  /** How far it is from its orders, once it has been for a while. */
  problem(): string | undefined;
}

/** How long a device may take. */
interface FollowTimes {
  /** Orders change every second, and a device takes a while to reach one: it may be anywhere between recent ones. */
  readonly recentMs: number;
  readonly patienceMs: number;
}

/** Orders change while a device is on its way: what it was ordered in the first half of its patience counts, too. */
export function followTimes(patienceSeconds = 30): FollowTimes {
  return { recentMs: patienceSeconds * 500, patienceMs: patienceSeconds * 1_000 };
}

const TOLERATED_SHARE = 0.05;
const TOLERATED_KW = 0.2;

export function followCheck(control: 'setpoint' | 'limit', nowMs: () => number, times = followTimes()): FollowCheck {
  let orders: { atMs: number; powerKw: number }[] = [];
  const energies = energyCheck(control, nowMs, times.patienceMs);
  let awaySinceMs: number | undefined;
  let measuredKw = Number.NaN;

  const rangeNow = () => {
    const sinceMs = nowMs() - times.recentMs;
    // The last of those before still held when the time began.
    const firstRecent = orders.findIndex(({ atMs }) => atMs > sinceMs);
    orders = orders.slice(Math.max(0, (firstRecent === -1 ? orders.length : firstRecent) - 1));
    const powers = orders.map(({ powerKw }) => powerKw);
    return { leastKw: control === 'limit' ? -Infinity : Math.min(...powers), mostKw: Math.max(...powers) };
  };

  return {
    ordered: (powerKw) => {
      energies.ordered(powerKw);
      if (powerKw === null) {
        orders = [];
        awaySinceMs = undefined;
      } else if (orders.at(-1)?.powerKw !== powerKw) orders.push({ atMs: nowMs(), powerKw });
    },
    measured: (powerKw, { lowerKw, upperKw }) => {
      if (powerKw === undefined || orders.length === 0) return;
      const { leastKw, mostKw } = rangeNow();
      const toleratedKw = Math.max(TOLERATED_KW, TOLERATED_SHARE * Math.max(upperKw, -lowerKw));
      const isAway = powerKw < leastKw - toleratedKw || powerKw > mostKw + toleratedKw;
      measuredKw = powerKw;
      energies.measured(powerKw, toleratedKw);
      awaySinceMs = isAway ? (awaySinceMs ?? nowMs()) : undefined;
    },
    problem: () => {
      const orderedKw = orders.at(-1)?.powerKw;
      const isAway = awaySinceMs !== undefined && nowMs() - awaySinceMs >= times.patienceMs;
      if (orderedKw === undefined || !(isAway || energies.standsStill())) return undefined;
      if (!isAway) return `The device accepted its orders and does not follow them: it is at ${round(measuredKw)} kW.`;
      const wanted = control === 'limit' ? `at most ${round(orderedKw)} kW` : `${round(orderedKw)} kW`;
      return `The device accepted ${wanted} and is at ${round(measuredKw)} kW.`;
    },
  };
}

function round(powerKw: number): number {
  return Math.round(powerKw * 10) / 10;
}
