import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { type JsonWebKeyText, verifySeal } from './verify-seal.ts';

/** What is known of a log beside its records. */
export interface AuditBounds {
  /** Where the log ends, by the word of somebody else: the service, a seal, an earlier export. */
  readonly end?: AuditPlace | undefined;
}

export type AuditVerdict =
  | {
      readonly kind: 'intact';
      readonly records: number;
      readonly seals: number;
      readonly first: number;
      readonly last: AuditPlace;
    }
  | BrokenAuditLog;

interface BrokenAuditLog {
  readonly kind: 'broken';
  /** The record that is wrong, or missing. */
  readonly sequence: number;
  readonly problem: string;
}

interface Reading {
  first: AuditRecord | undefined;
  last: AuditPlace;
  records: number;
  seals: number;
  /** The last record that was deleted because of its age, as the log says. */
  forgotten: AuditPlace;
  /** The hashes since the last seal. */
  readonly unsealed: Map<number, string>;
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
  const unsealed = new Map<number, string>();
  const reading: Reading = { first: undefined, last: NOTHING, records: 0, seals: 0, forgotten: NOTHING, unsealed };
  for await (const record of records) {
    const found = await takeRecord(reading, record);
    if (found !== undefined) return found;
  }
  const { first, last, seals } = reading;
  const begun = first === undefined ? undefined : await checkBegin(first, reading.forgotten);
  if (begun !== undefined) return begun;
  return (
    checkEnd(last, bounds) ?? { kind: 'intact', records: reading.records, seals, first: first?.sequence ?? 0, last }
  );
}

function checkEnd({ sequence, hash }: AuditPlace, { end }: AuditBounds): BrokenAuditLog | undefined {
  if (end === undefined || (end.sequence === sequence && end.hash === hash)) return undefined;
  return broken(sequence + 1, `the log is said to end with record ${end.sequence}`);
}

/** Reads one more record; what is wrong with it. */
async function takeRecord(reading: Reading, record: AuditRecord): Promise<BrokenAuditLog | undefined> {
  const { sequence, hash, action, after } = record;
  const { first, last } = reading;
  if (first === undefined) reading.first = record;
  else {
    if (sequence !== last.sequence + 1) return broken(last.sequence + 1, `is missing: next comes record ${sequence}`);
    if ((await hashOf(last.hash, record)) !== hash) return broken(sequence, ALTERED);
  }
  if (action === 'audit.forgotten') reading.forgotten = placeOf(after) ?? NOTHING;
  if (action === 'audit.sealed') {
    const problem = await sealProblem(after, reading.unsealed);
    if (problem !== undefined) return broken(sequence, problem);
    // No seal reaches back behind the one before it.
    reading.unsealed.clear();
    reading.seals += 1;
  }
  reading.unsealed.set(sequence, hash);
  reading.last = { sequence, hash };
  reading.records += 1;
  return undefined;
}

async function checkBegin(first: AuditRecord, forgotten: AuditPlace): Promise<BrokenAuditLog | undefined> {
  const before = first.sequence === 1 ? NOTHING : forgotten;
  if (before.sequence !== first.sequence - 1) {
    return broken(first.sequence - 1, 'is missing, and no record says that it was deleted because of its age');
  }
  return (await hashOf(before.hash, first)) === first.hash ? undefined : broken(first.sequence, ALTERED);
}

function broken(sequence: number, problem: string): BrokenAuditLog {
  return { kind: 'broken', sequence, problem };
}

async function hashOf(previous: string, record: AuditRecord): Promise<string> {
  const text: Partial<AuditRecord> = { ...record };
  delete text.hash;
  const bytes = new TextEncoder().encode(`${previous}\n${JSON.stringify(text)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a record says of another place in the log. */
function placeOf(after: AuditRecord['after']): AuditPlace | undefined {
  const { sequence, hash } = after ?? {};
  return typeof sequence === 'number' && typeof hash === 'string' ? { sequence, hash } : undefined;
}

async function sealProblem(after: AuditRecord['after'], known: ReadonlyMap<number, string>) {
  const place = placeOf(after);
  const { key, signature } = after ?? {};
  if (place === undefined || typeof signature !== 'string') return 'is a seal without a signature';
  const hash = known.get(place.sequence);
  if (hash !== undefined && hash !== place.hash) return `seals another record ${place.sequence}`;
  const isGood = await verifySeal({ place, key: key as JsonWebKeyText, signature });
  return isGood ? undefined : 'is a seal whose signature is wrong';
}
