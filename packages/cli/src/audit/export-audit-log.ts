import { open } from 'node:fs/promises';
import type { AuditAlteration } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { alteredText } from './altered-text.ts';
import type { AuditFileEnd } from './read-audit-file.ts';

/**
 * Writes the log to a file of its own, with a line at its end that says how many records there are: one that is cut off
 * by a failure stays, and `audit verify` says where it ends.
 */
export async function exportAuditLog(shell: Shell, file: string): Promise<void> {
  await using written = await open(file, 'wx', 0o600);
  let [records, hash] = [0, ''];
  const altered: AuditAlteration[] = [];
  for await (const page of shell.client().audit.exportPages()) {
    await written.appendFile(page.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    altered.push(...page.altered);
    records += page.records.length;
    hash = page.records.at(-1)?.hash ?? hash;
    shell.progress(`${records} records`);
  }
  const end: AuditFileEnd = {
    records,
    hash,
    ...(altered.length === 0 ? {} : { altered }),
  };
  await written.appendFile(`${JSON.stringify({ end })}\n`);
  await written.sync();
  for (const row of altered) shell.writeError(`record ${row.sequence}: ${alteredText(row)}\n`);
  shell.print({ file, records }, `Wrote ${records} records to ${file}.`);
}
