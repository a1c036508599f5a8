import type { PoolSuppliedSlot } from '@setpoint/contract';

/** Seconds, and for each of them what was asked for, ordered and supplied; null where that is not known. */
export type Trace = readonly [
  seconds: readonly number[],
  signal: readonly (number | null)[],
  ordered: readonly (number | null)[],
  supplied: readonly (number | null)[],
];

export const SHOWN_SECONDS = 300;
const SECOND_MS = 1_000;

type Slot = Pick<PoolSuppliedSlot, 'startAt' | 'endAt' | 'orderedkW' | 'suppliedkW'>;

/**
 * The minutes that are over: each a step, as the mean of what was ordered and of what was supplied of it. A signal that
 * swings within a minute, beside a mean, would look as if nobody followed it.
 */
export function pastTrace(slots: readonly Slot[]): Trace {
  const points = slots.flatMap(({ startAt, endAt, orderedkW, suppliedkW }, index) => {
    const start: Point = [secondOf(startAt), orderedkW, suppliedkW];
    const end: Point = [secondOf(endAt), null, null];
    return slots[index + 1]?.startAt === endAt ? [start] : [start, end];
  });
  return [
    points.map(([second]) => second),
    points.map(() => null),
    points.map(([, ordered]) => ordered),
    points.map(([, , supplied]) => supplied),
  ];
}

type Point = readonly [second: number, ordered: number | null, supplied: number | null];

function secondOf(instant: string): number {
  return Date.parse(instant) / SECOND_MS;
}

const INSTANT_SECONDS = 0.001;

//  drawn     |‾‾|__                uPlot draws a step up to the next value, and none up to where there is no value:
//  held      |‾‾|____              so each step is said once more just before
/** The trace with each value held until it is known no more. */
export function holdSteps([seconds, ...lines]: Trace): Trace {
  const isEnd = (index: number) =>
    index > 0 && lines.some((line) => line[index] === null && (line[index - 1] ?? null) !== null);
  const points = seconds.flatMap((second, index) =>
    isEnd(index)
      ? [
          { second: second - INSTANT_SECONDS, index: index - 1 },
          { second, index },
        ]
      : [{ second, index }],
  );
  const [signal = [], ordered = [], supplied = []] = lines.map((line) =>
    points.map(({ index }) => line[index] ?? null),
  );
  return [points.map(({ second }) => second), signal, ordered, supplied];
}
