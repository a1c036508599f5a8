import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-site.ts';
import { setFromCsv, type SettingOptions } from './set-from-csv.ts';
import { writeScheduleCsv } from './read-schedule-csv.ts';

/** `setpoint schedule` */
export function scheduleCommands(program: Command, shell: Shell): void {
  const schedule = program.command('schedule').description('set schedules from CSV, and show them');
  schedule
    .command('set')
    .description('set a window of time on a site, and keep the rest')
    .argument('<site>', 'the id or name of the site')
    .requiredOption('--csv <file>', 'the file: startAt, endAt, value and, unless given below, asset and type')
    .option('--asset <asset>', 'the asset of all entries, such as grid')
    .option('--type <type>', 'the command type of all entries, such as activePowerkW')
    .option('--from <instant>', 'the start of the window (default: the first start in the file)')
    .option('--to <instant>', 'the end of the window (default: the last end in the file)')
    .option('--drop-ended', 'drop entries outside of the window that have ended')
    .option('--check', 'only say what would be set, or every problem by its line')
    .action((idOrName: string, options: SettingOptions) => setFromCsv(shell, idOrName, options));
  schedule
    .command('show')
    .description('show what is set on a site, as CSV')
    .argument('<site>', 'the id or name of the site')
    .action((idOrName: string) => showSchedule(shell, idOrName));
}

async function showSchedule(shell: Shell, idOrName: string): Promise<void> {
  const client = shell.client();
  const { schedules } = await client.readSite(await findVisibleSite(client, idOrName));
  shell.print({ schedules }, writeScheduleCsv(schedules));
}
