import { OrderRefused } from './order-refused.ts';

/** Refuses to write by a scale factor that has just become another one: what it means for the device is a guess. */
export type CheckFactor = (name: string, power: number) => void;

const STEADY_MS = 60_000;

export function steadyFactors(nowMs: () => number): CheckFactor {
  const known = new Map<string, { power: number; before: number | undefined; sinceMs: number }>();
  return (name, power) => {
    const last = known.get(name);
    if (last?.power !== power) known.set(name, { power, before: last?.power, sinceMs: nowMs() });
    const { before, sinceMs } = known.get(name) ?? { before: undefined, sinceMs: 0 };
    if (before === undefined || nowMs() - sinceMs >= STEADY_MS) return;
    throw new OrderRefused(`The device had ${before} as ${name} and has ${power} now: nothing is written by it.`);
  };
}
