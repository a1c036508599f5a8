import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { type ListAuditOptions, listAuditLog } from './list-audit-log.ts';
import { type VerifyAuditOptions, verifyAudit } from './verify-audit.ts';
import { numberOption } from '../shell/number-option.ts';
import { timeOption } from '../shell/time-option.ts';

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
