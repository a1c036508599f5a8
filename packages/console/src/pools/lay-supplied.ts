import type { PoolSuppliedSlot } from '@setpoint/contract';
import type { Trace } from './past-trace.ts';

const SECOND_MS = 1_000;

type Slot = Pick<PoolSuppliedSlot, 'startAt' | 'endAt' | 'suppliedkW'>;

/** A trace with the means of slots as what was supplied: each a step, and nothing is known between them. */
export function laySupplied([seconds, ...lines]: Trace, slots: readonly Slot[]): Trace {
  const steps = new Map(
    slots.flatMap(({ startAt, endAt, suppliedkW }): [number, number | null][] => [
      [secondOf(startAt), suppliedkW],
      [secondOf(endAt), null],
    ]),
  );
  const instants = [...new Set([...seconds, ...steps.keys()])].toSorted((one, other) => one - other);
  const before = instants.map((at) => seconds.findLastIndex((second) => second <= at));
  const [signal, ordered] = lines.map((line) => before.map((index) => line[index] ?? null));
  const starts = [...steps.keys()];
  const supplied = instants.map((at) => steps.get(starts.findLast((start) => start <= at) ?? at) ?? null);
  return [instants, signal ?? [], ordered ?? [], supplied];
}

function secondOf(instant: string): number {
  return Date.parse(instant) / SECOND_MS;
}
