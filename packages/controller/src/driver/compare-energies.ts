import type { TimedPower } from '@setpoint/core';

interface Compared {
  readonly control: 'setpoint' | 'limit';
  /** In order; those of twice the time that is compared. Each holds until the next one. */
  readonly orders: readonly TimedPower[];
  readonly measured: readonly TimedPower[];
  readonly nowMs: number;
  /** How long a device may take, and over how long it is compared. */
  readonly patienceMs: number;
}

/** Means over the time that is compared. */
interface Energies {
  /** How far the device was from its orders, were it as late as it may be. */
  readonly awayKw: number;
  /** How far a device would have been that stands still. */
  readonly stillKw: number;
}

const STEP_MS = 1_000;

/** Compares what a device did with its orders, however fast they change; undefined until there is enough to compare. */
export function compareEnergies({ control, orders, measured, nowMs, patienceMs }: Compared): Energies | undefined {
  const [first] = orders;
  const recent = measured.filter(({ atMs }) => nowMs - atMs <= patienceMs);
  const [oldest] = recent;
  if (first === undefined || oldest === undefined) return undefined;
  if (nowMs - first.atMs < 2 * patienceMs || nowMs - oldest.atMs < patienceMs - MOST_BETWEEN_MS) return undefined;
  const offKw = (powerKw: number, orderedKw: number): number =>
    control === 'limit' ? Math.max(0, powerKw - orderedKw) : Math.abs(powerKw - orderedKw);
  let awayKw = Infinity;
  for (let lateMs = 0; lateMs <= patienceMs; lateMs += STEP_MS) {
    awayKw = Math.min(
      awayKw,
      meanOf(recent.map(({ atMs, powerKw }) => offKw(powerKw, orderAt(orders, atMs - lateMs)))),
    );
  }
  const stillOver = (forMs: number): number => {
    const asked = secondsOf(nowMs - forMs, nowMs).map((atMs) => orderAt(orders, atMs));
    const restingKw = control === 'limit' ? Math.max(...recent.map(({ powerKw }) => powerKw)) : medianOf(asked);
    return meanOf(asked.map((orderedKw) => offKw(restingKw, orderedKw)));
  };
  // A step may be at either end of one of the two.
  return { awayKw, stillKw: Math.max(stillOver(patienceMs), stillOver(2 * patienceMs)) };
}

// A device that is read less often than this is not known well enough.
const MOST_BETWEEN_MS = 5_000;

function orderAt(orders: readonly TimedPower[], atMs: number): number {
  return (orders.findLast((order) => order.atMs <= atMs) ?? orders[0])?.powerKw ?? 0;
}

function secondsOf(fromMs: number, toMs: number): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / STEP_MS) }, (_, index) => fromMs + index * STEP_MS);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
