import type { PairName } from '@setpoint/contract';
import { FULL_ACTIVATION_MS } from '../plan/full-activation-ms.ts';
import type { Interval } from '../time/series.ts';
import type { Commands } from '../time/values-at.ts';

const SERVICES = ['afrr', 'mfrr'] as const;

/**
 * The commands with each activation at the least and at the most that it was within its full activation time: a site
 * may be anywhere between these. Nothing, where no activation is on its way.
 */
export function activationsOnTheirWay(commands: Commands, now: number): Commands[] {
  return SERVICES.reduce<Commands[]>((found, service) => {
    const pair: PairName = `grid/${service}ActivationkW`;
    const values = valuesWithin(commands.get(pair) ?? [], now - FULL_ACTIVATION_MS[service], now);
    const ends = values.length === 0 ? [] : [Math.min(...values), Math.max(...values)];
    if (ends[0] === ends[1]) return found;
    const bases = found.length === 0 ? [commands] : found;
    return bases.flatMap((base) =>
      ends.map((value) => new Map(base).set(pair, [{ startMs: now, endMs: now + 1, value }])),
    );
  }, []);
}

/** All that was in force between two instants, 0 where nothing was; nothing, where nothing is in force at the last. */
function valuesWithin(entries: readonly Interval[], fromMs: number, toMs: number): number[] {
  const within = entries.filter(({ startMs, endMs }) => startMs <= toMs && endMs > fromMs);
  if (!within.some(({ endMs }) => endMs > toMs)) return [];
  const coveredMs = within.reduce(
    (sum, { startMs, endMs }) => sum + Math.min(endMs, toMs) - Math.max(startMs, fromMs),
    0,
  );
  return [...within.map(({ value }) => value), ...(coveredMs < toMs - fromMs ? [0] : [])];
}
