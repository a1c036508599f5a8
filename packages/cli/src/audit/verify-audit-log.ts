import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { hash as digest } from 'node:crypto';
import { placeOf } from './place-of.ts';
import { type SealKey, SealReading } from './seal-reading.ts';

/** What is known of a log beside its records. */
export interface AuditBounds {
  /** Where the log ends, by the word of somebody else: the service, a seal, an earlier export. */
  readonly end?: AuditPlace | undefined;
  /** The thumbprints of the only keys that may seal. */
  readonly pinned?: readonly string[] | undefined;
  /** Called for each record that is checked. */
  readonly onRecord?: ((record: AuditRecord) => void) | undefined;
}

export type AuditVerdict = IntactAuditLog | BrokenAuditLog;

export interface IntactAuditLog {
  readonly kind: 'intact';
  readonly records: number;
  readonly seals: number;
  readonly first: number;
  readonly last: AuditPlace;
  /** The keys by which the seals are good, the latest to seal last. */
  readonly keys: readonly SealKey[];
  /** The record up to which the log is sealed; 0 if it is not. */
  readonly sealedUpTo: number;
  /** When the first that is left was written. */
  readonly firstAt: string | undefined;
  /** When those before it were deleted because of their age, as the log says. */
  readonly forgottenAt: string | undefined;
  /** For so many days records are kept, by the starts of the service that were recorded. */
  readonly keptDays: number | undefined;
}

export interface BrokenAuditLog {
  readonly kind: 'broken';
  /** The record that is wrong, or missing. */
  readonly sequence: number;
  readonly problem: string;
}

interface Reading {
  first: AuditRecord | undefined;
  last: AuditPlace;
  records: number;
  /** The last record that was deleted because of its age, as the log says. */
  forgotten: AuditPlace & { readonly at?: string };
  keptDays: number | undefined;
  readonly seals: SealReading;
}

const NOTHING: AuditPlace = { sequence: 0, hash: '' };
const ALTERED = 'is not what was written, or not behind the record that it was written behind';

/**
 * Whether nothing was changed, left out, moved or added in a log, oldest first. A log that does not begin with the
 * first record must say itself that those before were deleted because of their age.
 */
export async function verifyAuditLog(
  records: AsyncIterable<AuditRecord> | Iterable<AuditRecord>,
  bounds: AuditBounds = {},
): Promise<AuditVerdict> {
  const seals = new SealReading(bounds.pinned);
  const reading: Reading = {
    first: undefined,
    last: NOTHING,
    records: 0,
    forgotten: NOTHING,
    keptDays: undefined,
    seals,
  };
  for await (const record of records) {
    const found = await takeRecord(reading, record);
    bounds.onRecord?.(record);
    if (found !== undefined) return found;
  }
  const { first, last } = reading;
  const problem = (first && checkBegin(first, reading.forgotten)) ?? checkEnd(last, bounds);
  if (problem !== undefined) return problem;
  return intactOf(reading);
}

function intactOf({ first, last, records, forgotten, keptDays, seals }: Reading): IntactAuditLog {
  const { count, keys, upTo } = seals;
  const kept = { firstAt: first?.at, forgottenAt: first?.sequence === 1 ? undefined : forgotten.at, keptDays };
  const sealed = { seals: count, keys, sealedUpTo: upTo };
  return { kind: 'intact', records, first: first?.sequence ?? 0, last, ...sealed, ...kept };
}

function checkEnd({ sequence, hash }: AuditPlace, { end }: AuditBounds): BrokenAuditLog | undefined {
  if (end === undefined || (end.sequence === sequence && end.hash === hash)) return undefined;
  return broken(sequence + 1, `the log is said to end with record ${end.sequence}`);
}

/** Reads one more record; what is wrong with it. */
async function takeRecord(reading: Reading, record: AuditRecord): Promise<BrokenAuditLog | undefined> {
  const { sequence, hash, after } = record;
  const { first, last } = reading;
  if (first === undefined) reading.first = record;
  else {
    if (sequence !== last.sequence + 1) return broken(last.sequence + 1, `is missing: next comes record ${sequence}`);
    if (hashOf(last.hash, record) !== hash) return broken(sequence, ALTERED);
  }
  noteKept(reading, record);
  const problem = await reading.seals.take(record, placeOf(after));
  if (problem !== undefined) return broken(sequence, problem);
  reading.last = { sequence, hash };
  reading.records += 1;
  return undefined;
}

function noteKept(reading: Reading, { action, at, after }: AuditRecord): void {
  if (action === 'audit.forgotten') reading.forgotten = { ...(placeOf(after) ?? NOTHING), at };
  const keptDays = action === 'service.started' ? after?.['keptDays'] : undefined;
  if (typeof keptDays === 'number') reading.keptDays = Math.min(keptDays, reading.keptDays ?? keptDays);
}

function checkBegin(first: AuditRecord, forgotten: AuditPlace): BrokenAuditLog | undefined {
  const before = first.sequence === 1 ? NOTHING : forgotten;
  if (before.sequence !== first.sequence - 1) {
    return broken(first.sequence - 1, 'is missing, and no record says that it was deleted because of its age');
  }
  return hashOf(before.hash, first) === first.hash ? undefined : broken(first.sequence, ALTERED);
}

export function broken(sequence: number, problem: string): BrokenAuditLog {
  return { kind: 'broken', sequence, problem };
}

function hashOf(previous: string, record: AuditRecord): string {
  const text: Partial<AuditRecord> = { ...record };
  delete text.hash;
  return digest('sha256', `${previous}\n${JSON.stringify(text)}`);
}
