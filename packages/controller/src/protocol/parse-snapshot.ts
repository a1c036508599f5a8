import {
  findPair,
  type PairName,
  pairName,
  type RejectedCommand,
  ScheduleSnapshot,
  type SnapshotCommand,
} from '@setpoint/contract';
import { parseInstant, type Series } from '@setpoint/core';
import { Ajv } from 'ajv';

/** A schedule as far as the document itself is sound. */
export interface Schedule {
  readonly revision: string;
  readonly holdSeconds: number | null;
  readonly commands: ReadonlyMap<PairName, Series>;
  /** Commands that no site could carry out. */
  readonly rejected: readonly RejectedCommand[];
}

export type ParsedSnapshot =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'malformed'; readonly reason: string };

const MOST_ENTRIES = 10_000;
const ajv = new Ajv({ strict: false, strictNumbers: true, formats: { 'date-time': true } });
const isSnapshot = ajv.compile<ScheduleSnapshot>(ScheduleSnapshot);

/** Reads a snapshot as a whole; one error makes all of it malformed. */
export function parseSnapshot(document: unknown): ParsedSnapshot {
  if (!isSnapshot(document)) return { kind: 'malformed', reason: ajv.errorsText(isSnapshot.errors) };
  const commands = new Map<PairName, Series>();
  const rejected: RejectedCommand[] = [];
  const seen = new Set<PairName>();
  for (const command of document.commands) {
    const pair = pairName(command);
    if (seen.has(pair)) return { kind: 'malformed', reason: `${pair} is there twice` };
    seen.add(pair);
    const series = seriesOf(command);
    if (typeof series === 'string') return { kind: 'malformed', reason: `${pair}: ${series}` };
    const rejection = rejectionOf(command);
    if (rejection === undefined) commands.set(pair, series);
    else rejected.push({ asset: command.asset, type: command.type, ...rejection });
  }
  const { revision, holdSeconds } = document;
  return { kind: 'schedule', schedule: { revision, holdSeconds, commands, rejected } };
}

function seriesOf({ entries }: SnapshotCommand): Series | string {
  const series: { startMs: number; endMs: number; value: number }[] = [];
  for (const { startAt, endAt, value } of entries) {
    const startMs = parseInstant(startAt);
    const endMs = parseInstant(endAt);
    if (startMs === undefined || endMs === undefined) return `${startAt} to ${endAt} are not both instants`;
    if (endMs <= startMs) return `${endAt} is not after ${startAt}`;
    if (startMs < (series.at(-1)?.endMs ?? 0)) return `${startAt} is before the end of the previous entry`;
    series.push({ startMs, endMs, value });
  }
  return series;
}

function rejectionOf({ asset, type, entries }: SnapshotCommand): Pick<RejectedCommand, 'code' | 'message'> | undefined {
  const row = findPair(pairName({ asset, type }))?.row;
  if (row === undefined) return { code: 'unsupported', message: `${asset} has no command ${type}` };
  if (entries.length > MOST_ENTRIES) return { code: 'too_many_entries', message: `more than ${MOST_ENTRIES}` };
  const outside = entries.find(({ value }) => value < row.min || value > row.max);
  return outside && { code: 'out_of_range', message: `${outside.value} at ${outside.startAt}` };
}
