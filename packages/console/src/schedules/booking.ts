import { findPair, type ScheduleEntry } from '@setpoint/contract';
import type { View } from '../shell/view.ts';

/** What an address asks the editor to begin with: a command, a time and, if there is one, a power to add. */
export interface Booking {
  readonly pair: string;
  readonly view: View | undefined;
  /** On top of what is set; undefined if nothing is to be filled in. */
  readonly addKw: number | undefined;
}

const WATTS_PER_KW = 1_000;
const LONGEST_MS = 35 * 24 * 3_600_000;

/** Reads `?command=grid/fcrImportkW&from=…&to=…&add=50`; undefined if no command is named. */
export function bookingFrom(query: URLSearchParams): Booking | undefined {
  const [pair, from, to, add] = ['command', 'from', 'to', 'add'].map((name) => query.get(name) ?? '');
  if (pair === undefined || findPair(pair) === undefined) return undefined;
  const view = viewBetween(Date.parse(from ?? ''), Date.parse(to ?? ''));
  const isPower = view !== undefined && add !== '' && Number.isFinite(Number(add));
  return { pair, view, addKw: isPower ? Number(add) : undefined };
}

function viewBetween(fromMs: number, toMs: number): View | undefined {
  return toMs > fromMs && toMs - fromMs <= LONGEST_MS ? { fromMs, toMs } : undefined;
}

/** The entries with a power added over a period; where nothing is set, a booking begins, and a setpoint does not. */
export function withAdded(entries: readonly ScheduleEntry[], { pair, view, addKw }: Booking): ScheduleEntry[] {
  if (view === undefined || addKw === undefined) return [...entries];
  const isBooking = findPair(pair)?.row.type !== 'activePowerkW';
  const cuts = new Set([view.fromMs, view.toMs]);
  for (const { startAt, endAt } of entries) {
    for (const ms of [Date.parse(startAt), Date.parse(endAt)]) if (ms > view.fromMs && ms < view.toMs) cuts.add(ms);
  }
  const edges = [...cuts].toSorted((one, other) => one - other);
  const inside = edges.slice(0, -1).flatMap((fromMs, index) => {
    const standing = entries.find(({ startAt, endAt }) => Date.parse(startAt) <= fromMs && Date.parse(endAt) > fromMs);
    if (standing === undefined && !isBooking) return [];
    return [entry(fromMs, edges[index + 1] ?? view.toMs, (standing?.value ?? 0) + addKw)];
  });
  const before = entries.flatMap((one) =>
    cut(one, Date.parse(one.startAt), Math.min(Date.parse(one.endAt), view.fromMs)),
  );
  const after = entries.flatMap((one) => cut(one, Math.max(Date.parse(one.startAt), view.toMs), Date.parse(one.endAt)));
  return [...before, ...inside, ...after];
}

function cut({ value }: ScheduleEntry, fromMs: number, toMs: number): ScheduleEntry[] {
  return toMs > fromMs ? [entry(fromMs, toMs, value)] : [];
}

function entry(fromMs: number, toMs: number, value: number): ScheduleEntry {
  const watts = Math.round(value * WATTS_PER_KW);
  return { startAt: new Date(fromMs).toISOString(), endAt: new Date(toMs).toISOString(), value: watts / WATTS_PER_KW };
}
