import { open } from 'node:fs/promises';
import type { AuditAlteration, AuditRecord } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';

/** How an export ends: with a line of its own, which says what is before it. */
export interface AuditFileEnd {
  readonly records: number;
  /** Of the last record. */
  readonly hash: string;
  /** Rows that the service found altered. */
  readonly altered?: readonly AuditAlteration[];
}

/** An export, whose records are read one after the other. */
export interface AuditFile {
  records(): AsyncGenerator<AuditRecord>;
  /** Known once all records were read; undefined for an export that was cut. */
  end(): AuditFileEnd | undefined;
}

export function readAuditFile(file: string): AuditFile {
  let end: AuditFileEnd | undefined;
  async function* records(): AsyncGenerator<AuditRecord> {
    await using opened = await open(file);
    let line = 0;
    for await (const text of opened.readLines()) {
      line += 1;
      const place = `${file}, line ${line}`;
      if (end !== undefined) throw new CliError('audit_log_broken', `${place} is behind the end of the export`);
      const read = lineOf(text, place);
      if ('end' in read) end = read.end;
      else yield read;
    }
  }
  return { records, end: () => end };
}

function lineOf(text: string, place: string): AuditRecord | { readonly end: AuditFileEnd } {
  const read = parsed(text, place);
  // As it was written: a name that is there twice is read once, and spaces not at all.
  if (JSON.stringify(read) !== text) throw new CliError('audit_log_broken', `${place} is not as it was written`);
  if (isRecord(read) || isEnd(read)) return read;
  throw new CliError('bad_file', `${place} is not a record of the audit log`);
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError('bad_file', `${place} is not JSON`, { cause });
  }
}

function isRecord(read: unknown): read is AuditRecord {
  const { sequence, hash } = (read ?? {}) as Partial<AuditRecord>;
  return typeof sequence === 'number' && typeof hash === 'string';
}

function isEnd(read: unknown): read is { readonly end: AuditFileEnd } {
  const { end } = (read ?? {}) as { readonly end?: Partial<AuditFileEnd> | null };
  return typeof end?.records === 'number' && typeof end.hash === 'string';
}
