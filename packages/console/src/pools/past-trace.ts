import type { PoolSignal } from '@setpoint/contract';

/** Seconds, and for each of them what was asked for, ordered and supplied; null where that is not known. */
export type Trace = readonly [
  seconds: readonly number[],
  signal: readonly (number | null)[],
  ordered: readonly (number | null)[],
  supplied: readonly (number | null)[],
];

export const SHOWN_SECONDS = 300;
const SECOND_MS = 1_000;

type Division = Pick<PoolSignal, 'at' | 'validUntil' | 'kW' | 'orderedkW' | 'followedkW' | 'missedkW'>;

/** The last minutes from signals as they were divided, in any order: each until it ends or the next comes. */
export function pastTrace(divisions: readonly Division[], readAt: number): Trace {
  const sorted = divisions
    .map(({ at, validUntil, ...asked }) => ({ ...asked, at: Date.parse(at), endsAt: Date.parse(validUntil) }))
    .filter(({ at }) => at < readAt)
    .toSorted((one, other) => one.at - other.at);
  const firstAt = readAt - SHOWN_SECONDS * SECOND_MS;
  // Before the first of them nothing was asked for.
  const points: [number, number, number][] = (sorted[0]?.at ?? readAt) > firstAt ? [[firstAt, 0, 0]] : [];
  for (const [index, { at, endsAt, kW, orderedkW, followedkW, missedkW }] of sorted.entries()) {
    const next = sorted[index + 1]?.at ?? readAt;
    if (at < next) points.push([at, kW, orderedkW + followedkW - missedkW]);
    if (endsAt < next) points.push([endsAt, 0, 0]);
  }
  return [
    points.map(([ms]) => ms / SECOND_MS),
    points.map(([, kW]) => kW),
    points.map(([, , kW]) => kW),
    points.map(() => null),
  ];
}
