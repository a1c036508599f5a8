import { LIMITS } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { setFromCsv, type SettingOptions } from './set-from-csv.ts';
import { durationOption } from '../shell/duration-option.ts';
import { timeOption } from '../shell/time-option.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 1, most: LIMITS.maxResolutionMinutes });

/** `setpoint schedule` */
export function scheduleCommands(program: Command, shell: Shell): void {
  const schedule = program.command('schedule').description('set schedules from CSV, and show them');
  schedule
    .command('set')
    .alias('splice')
    .description('set a window of time on a site, and keep the rest')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .requiredOption(
      '--csv <file>',
      'the file (-: standard input): startAt, endAt, value and, unless given below, asset and type; with --day, a value in each line',
    )
    .option('--asset <asset>', 'the asset of all entries, such as grid')
    .option('--type <type>', 'the command type of all entries, such as activePowerkW')
    .addOption(timeOption('--from <time>', 'the start of the window (default: the first start in the file)'))
    .addOption(timeOption('--to <time>', 'the end of the window (default: the last end in the file)'))
    .option(
      '--day <date>',
      'the date of the values in the file, such as 2027-03-28 or tomorrow; the window is this day',
    )
    .option('--time-zone <zone>', 'the time zone of the day, such as Europe/Berlin (default: that of the site)')
    .option('--resolution <duration>', 'how long each value of the day lasts (default: 15m)', MINUTES)
    .option('--drop-ended', 'drop entries outside of the window that have ended')
    .option('--check', 'only say what would be set, or every problem by its line')
    .action((idOrName: string, options: SettingOptions) => setFromCsv(shell, idOrName, options));
  schedule
    .command('show')
    .description('show what is set on a site, as CSV')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .action((idOrName: string) => showSchedule(shell, idOrName));
}

async function showSchedule(shell: Shell, idOrName: string): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  await shell.printTable({
    document: async () => ({ schedules: (await client.readSite(siteId)).schedules }),
    csv: () => client.history.schedulesCsv(siteId),
  });
}
