import type { ScheduleEntry } from '@setpoint/contract';
import type uPlot from 'uplot';
import type { Segment } from '../segment.ts';

export interface Valued {
  readonly segments: readonly Segment[];
  readonly measured: readonly [readonly number[], readonly (number | null)[]];
  /** Entries that are being edited: all of their values are in the picture. */
  readonly edited?: readonly ScheduleEntry[] | undefined;
}

const MARGIN = 0.08;
/** A limit further out than this many times all other values is left out: it would flatten them. */
const FAR = 3;
const LEAST_KW = 1;

/** The range of the values in view. */
export function valueRange({ segments, measured, edited }: Valued, { min, max }: uPlot.Scale): [number, number] {
  const window = { from: min ?? Number.NEGATIVE_INFINITY, to: max ?? Number.POSITIVE_INFINITY };
  const visible = segments.filter(({ fromMs, toMs }) => toMs > window.from * 1_000 && fromMs < window.to * 1_000);
  const near = [
    0,
    ...visible.flatMap(nearOf),
    ...measuredWithin(measured, window),
    ...editedWithin(edited ?? [], window),
  ];
  const reach = Math.max(LEAST_KW, ...near.map(Math.abs));
  const limits = visible.flatMap(({ lo, hi }) => [lo, hi].filter((bound) => bound !== null));
  const all = [
    ...near,
    ...limits.filter((bound) => near.every((value) => value === 0) || Math.abs(bound) <= reach * FAR),
  ];
  const [low, high] = all.length === 1 ? [-reach, reach] : [Math.min(...all), Math.max(...all)];
  const margin = Math.max((high - low) * MARGIN, LEAST_KW);
  return [low - margin, high + margin];
}

function nearOf({ target, reserveImport, reserveExport }: Segment): number[] {
  const base = target ?? 0;
  return [base, base + (reserveImport ?? 0), base - (reserveExport ?? 0)];
}

interface Window {
  readonly from: number;
  readonly to: number;
}

function editedWithin(entries: readonly ScheduleEntry[], { from, to }: Window): number[] {
  return entries
    .filter(({ startAt, endAt }) => Date.parse(endAt) > from * 1_000 && Date.parse(startAt) < to * 1_000)
    .map(({ value }) => value);
}

function measuredWithin([seconds, values]: Valued['measured'], { from, to }: Window): number[] {
  return values.filter((value, index) => {
    const second = seconds[index] ?? Number.NaN;
    return value !== null && second >= from && second <= to;
  }) as number[];
}
