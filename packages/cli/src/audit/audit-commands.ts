import { open } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { verifyAudit, type VerifyAuditOptions } from './verify-audit.ts';
import { numberOption } from '../shell/number-option.ts';
import { timeOption } from '../shell/time-option.ts';
import type { AuditFilter } from '@setpoint/client';
import { actorText, type AuditAlteration, type AuditRecord, LIMITS } from '@setpoint/contract';
import { alteredText } from './altered-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { timesHere } from '../shell/times-in.ts';
import type { AuditFileEnd } from './read-audit-file.ts';

interface ListAuditOptions extends AuditFilter {
  readonly limit: number;
}

async function listAuditLog(shell: Shell, { limit, ...given }: ListAuditOptions): Promise<void> {
  const filter = timesHere(given);
  const records: AuditRecord[] = [];
  const altered: AuditAlteration[] = [];
  let cursor: { readonly cursor?: string } | undefined = {};
  while (cursor !== undefined && records.length < limit) {
    const most = Math.min(limit - records.length, LIMITS.maxPageSize);
    const page = await shell.client().audit.page(filter, { limit: most, ...cursor });
    records.push(...page.records);
    altered.push(...page.altered);
    cursor = page.nextCursor === null ? undefined : { cursor: page.nextCursor };
  }
  for (const row of altered) shell.writeError(`record ${row.sequence}: ${alteredText(row)}\n`);
  const columns: Columns<AuditRecord> = {
    AT: ({ at }) => at,
    ACTOR: ({ actor }) => actorText(actor),
    ADDRESS: ({ address }) => address ?? '-',
    ACTION: ({ action }) => action,
    SUBJECT: ({ subject }) => `${subject.kind} ${subject.id}`,
    CHANGE: changeText,
  };
  shell.print({ records, altered }, listText(records, columns, 'No record is like this.'));
}

/** What is another one now, field by field. */
function changeText({ before, after }: AuditRecord): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  return changed.map((name) => `${name} ${shortText(after?.[name])}`).join(', ');
}

const LONGEST_VALUE = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}

/** `setpoint audit …` */
export function auditCommands(program: Command, shell: Shell): void {
  const audit = program.command('audit').description('read and verify the audit log');
  audit
    .command('list')
    .description('list the latest records, the newest first')
    .option('--action <action>', 'only this action, such as `grant.added`')
    .option('--actor <actor>', 'only actions of this actor: its kind, a colon and its id')
    .option('--subject <subject>', 'only actions on this subject: its kind, a colon and its id')
    .option('--about <id>', 'only records that name this id, such as that of a site: its grants and holds too')
    .addOption(timeOption('--from <time>', 'only records from this time on'))
    .addOption(timeOption('--to <time>', 'only records before this time'))
    .addOption(
      new Option('--limit <records>', 'the most records to list')
        .default(50)
        .argParser(numberOption({ least: 1, most: 999_999, isWhole: true })),
    )
    .action((options: ListAuditOptions) => listAuditLog(shell, options));
  audit
    .command('export')
    .description('write all records to a file, one JSON object a line, the oldest first')
    .argument('<file>', 'the file to write; it must not exist yet')
    .action((file: string) => exportAuditLog(shell, file));
  audit
    .command('verify')
    .description('verify that no record was changed, removed, moved or added')
    .addOption(new Option('--file <file>', 'check an export instead of the log of the service').conflicts('against'))
    .option(
      '--against <file>',
      'also check the log against an earlier export: its last record, and the age of those deleted since',
    )
    .option('--key <thumbprint...>', 'accept seals only by these keys: thumbprints after RFC 7638')
    .action((options: VerifyAuditOptions) => verifyAudit(shell, options));
}

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
