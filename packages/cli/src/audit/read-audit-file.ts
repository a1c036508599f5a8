import { open } from 'node:fs/promises';
import type { AuditRecord } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';

/** The records of an export, one after the other. */
export async function* readAuditFile(file: string): AsyncGenerator<AuditRecord> {
  await using opened = await open(file);
  let line = 0;
  for await (const text of opened.readLines()) {
    line += 1;
    yield recordOf(text, `${file}, line ${line}`);
  }
}

function recordOf(text: string, place: string): AuditRecord {
  try {
    const record = JSON.parse(text) as Partial<AuditRecord> | null;
    if (typeof record?.sequence === 'number' && typeof record.hash === 'string') return record as AuditRecord;
  } catch (cause) {
    throw new CliError('bad_file', `${place} is not JSON`, { cause });
  }
  throw new CliError('bad_file', `${place} is not a record of the audit log`);
}
