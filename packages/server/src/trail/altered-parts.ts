import type { Actor, AuditPart, AuditRecord } from '@setpoint/contract';
import { sql } from 'kysely';
import { keyOf } from './append-record.ts';

/** A row as it is stored: the text that its hash is of, and what filters look at beside it. */
export interface RecordRow {
  readonly sequence: number;
  readonly record: string;
  /** The instant, as text: whoever altered it may have put anything there. */
  readonly at_text: string;
  readonly action: string;
  readonly actor: string;
  readonly subject: string;
}

export const ROW_COLUMNS = ['sequence', 'hash', 'record', 'action', 'actor', 'subject'] as const;
export const AT_TEXT = sql<string>`CAST(at AS text)`.as('at_text');

export type StoredText = Omit<AuditRecord, 'hash'>;

const NAMES = 'sequence,at,action,actor,address,requestId,subject,before,after';

/** What a text says, if it is written as records are: without a space, and with each name once. */
export function parseRecord(text: string): StoredText | undefined {
  try {
    const parsed = JSON.parse(text) as unknown;
    return JSON.stringify(parsed) === text && isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is StoredText {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== NAMES) return false;
  const { sequence, at, action, actor, subject } = value as Record<string, unknown>;
  const isPlaced = Number.isSafeInteger(sequence) && typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return isPlaced && typeof action === 'string' && isNamed(actor) && isNamed(subject);
}

function isNamed(value: unknown): value is Actor {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id } = value as Record<string, unknown>;
  return typeof kind === 'string' && typeof id === 'string';
}

/** What of a row is not what its text says; `record` where the text itself is none of ours. */
export function alteredParts(row: RecordRow): readonly AuditPart[] {
  const said = parseRecord(row.record);
  if (said === undefined) return ['record'];
  const { sequence, at, action, actor, subject } = said;
  const isWrong: Readonly<Record<Exclude<AuditPart, 'record'>, boolean>> = {
    sequence: sequence !== row.sequence,
    at: String(Date.parse(at)) !== row.at_text,
    action: action !== row.action,
    actor: keyOf(actor) !== row.actor,
    subject: keyOf(subject) !== row.subject,
  };
  return PARTS.filter((part) => isWrong[part]);
}

const PARTS = ['sequence', 'at', 'action', 'actor', 'subject'] as const;
