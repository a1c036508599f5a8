import { open } from 'node:fs/promises';
import type { Shell } from '../shell/shell.ts';

const RECORDS_AT_ONCE = 1_000;

/** Writes the log to a file of its own; one that is cut off by a failure stays, and `audit verify` says where it ends. */
export async function exportAuditLog(shell: Shell, file: string): Promise<void> {
  await using written = await open(file, 'wx', 0o600);
  let records = 0;
  let lines: string[] = [];
  for await (const record of shell.client().audit.export()) {
    lines.push(`${JSON.stringify(record)}\n`);
    records += 1;
    if (lines.length < RECORDS_AT_ONCE) continue;
    await written.appendFile(lines.join(''));
    shell.progress(`${records} records`);
    lines = [];
  }
  await written.appendFile(lines.join(''));
  await written.sync();
  shell.print({ file, records }, `Wrote ${records} records to ${file}.`);
}
