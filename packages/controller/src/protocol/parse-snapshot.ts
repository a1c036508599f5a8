import {
  type CataloguePair,
  findPair,
  type PairName,
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
  /** What the service has beside the schedule. */
  readonly offers: readonly string[];
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
  const seen = new Set<string>();
  for (const command of document.commands) {
    const { asset, type } = command;
    const name = `${asset}/${type}`;
    if (seen.has(name)) return { kind: 'malformed', reason: `${name} is there twice` };
    seen.add(name);
    const series = seriesOf(command);
    if (typeof series === 'string') return { kind: 'malformed', reason: `${name}: ${series}` };
    const known = findPair(name);
    const rejection = known === undefined ? unknownTo(command) : rejectionOf(known, command);
    if (rejection !== undefined) rejected.push({ asset, type, ...rejection });
    else if (known !== undefined) commands.set(known.pair, series);
  }
  const { revision, holdSeconds, offers = [] } = document;
  return { kind: 'schedule', schedule: { revision, holdSeconds, commands, rejected, offers } };
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

type Rejection = Pick<RejectedCommand, 'code' | 'message'>;

/** The service may be of a later version, and know more: the rest of what it says holds. */
function unknownTo({ asset, type }: SnapshotCommand): Rejection {
  return { code: 'unsupported', message: `this controller knows no ${type} of ${asset}` };
}

function rejectionOf({ row }: CataloguePair, { entries }: SnapshotCommand): Rejection | undefined {
  if (entries.length > MOST_ENTRIES) return { code: 'too_many_entries', message: `more than ${MOST_ENTRIES}` };
  const outside = entries.find(({ value }) => value < row.min || value > row.max);
  return outside && { code: 'out_of_range', message: `${outside.value} at ${outside.startAt}` };
}
