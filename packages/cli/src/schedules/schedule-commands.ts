import { type FleetScheduleCommand, LIMITS } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { setFromCsv, type SettingOptions } from './set-from-csv.ts';
import { durationOption } from '../shell/duration-option.ts';
import { timeOption } from '../shell/time-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import { type OneValueOptions, setOneValue } from './set-one-value.ts';
import { askAtTerminal } from '../shell/ask-at-terminal.ts';
import { CliError } from '../shell/cli-error.ts';
import { timesAt } from '../shell/times-in.ts';
import { countText } from '../text/count-text.ts';
import { rangeText } from '../text/instant-text.ts';
import { sentence } from '../text/printable.ts';
import { dotted, pairOf } from './pair-of.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 1, most: LIMITS.maxResolutionMinutes });

const SITE = 'the id or name of the site, or its beginning';
// 35 days.
const LONGEST_MINUTES = 50_400;

/** `setpoint schedule` */
export function scheduleCommands(program: Command, shell: Shell): void {
  const schedule = program.command('schedule').description('set, clear and show the schedule of a site');
  setCommand(schedule, shell);
  clearCommand(schedule, shell);
  schedule
    .command('show')
    .description('show the schedule of a site, as CSV')
    .argument('<site>', SITE)
    .action((idOrName: string) => showSchedule(shell, idOrName));
}

type SetOptions = Omit<SettingOptions, 'csv'> & OneValueOptions & { readonly csv?: string };

function setCommand(schedule: Command, shell: Shell): void {
  const set = schedule
    .command('set')
    .description('set a window of time on a site, and keep the rest: one value of a command, or what a CSV file says')
    .argument('<site>', SITE)
    .argument('[command]', 'the command of one value, such as grid.activePowerkW')
    .argument('[value]', 'the value, such as 500 or -250')
    .option(
      '--csv <file>',
      'the file (-: standard input): startAt, endAt, value and, unless given below, asset and type; with --day, a value a line',
    )
    .option('--asset <asset>', 'the asset of all entries in the file, such as grid')
    .option('--type <type>', 'the command type of all entries in the file, such as activePowerkW')
    .addOption(timeOption('--from <time>', 'the start of the window (default: now; of a file, its first start)'))
    .addOption(timeOption('--to <time>', 'the end of the window (default: of a file, its last end)'))
    .addOption(
      new Option('--for <duration>', 'of one value: how long, in place of --to; a plain number is in minutes')
        .argParser(durationOption({ unit: 'minutes', least: 1, most: LONGEST_MINUTES }))
        .conflicts(['to', 'csv']),
    )
    .option(
      '--day <date>',
      'the date of the values in the file, such as 2027-03-28 or tomorrow; the window is this day',
    )
    .option('--time-zone <zone>', 'the time zone of the day, such as Europe/Berlin (default: that of the site)')
    .option('--resolution <duration>', 'how long each value of the day lasts (default: 15m)', MINUTES)
    .option('--drop-ended', 'drop entries outside of the window that have ended')
    .option('--check', 'only check: report what would be set, or every problem')
    .action((...given: SetArguments) => setAny(shell, set, given));
  withExamples(
    set,
    'setpoint schedule set "Nordhafen 1" grid.activePowerkW 500 --from "tomorrow 06:00" --to "tomorrow 08:00"',
    'setpoint schedule set "Nordhafen 1" bess.activePowerkW -250 --for 2h',
    'setpoint schedule set "Nordhafen 1" --csv day.csv --asset grid --type activePowerkW --day tomorrow',
  );
}

type SetArguments = [site: string, command: string | undefined, value: string | undefined, options: SetOptions];

async function setAny(shell: Shell, set: Command, [site, command, value, options]: SetArguments): Promise<void> {
  const { csv } = options;
  if (csv !== undefined && command === undefined) return setFromCsv(shell, site, { ...options, csv });
  if (csv !== undefined) set.error('error: give a COMMAND and a VALUE, or --csv FILE, and not both');
  if (command === undefined || value === undefined) {
    return set.error('error: say what to set: a COMMAND and a VALUE such as grid.activePowerkW 500, or --csv FILE');
  }
  return setOneValue(shell, site, { command, value, options });
}

function clearCommand(schedule: Command, shell: Shell): void {
  const clear = schedule
    .command('clear')
    .description('clear a window of time on a site, and keep the rest')
    .argument('<site>', SITE)
    .argument('[commands...]', 'only these commands, such as grid.activePowerkW (default: all)')
    .addOption(timeOption('--from <time>', 'the start of the window (default: now)'))
    .addOption(timeOption('--to <time>', 'the end of the window (default: the end of the last entry)'))
    .option('--yes', 'do not ask for confirmation')
    .action((site: string, commands: string[], options: ClearOptions) =>
      clearSchedule(shell, site, { ...options, commands }),
    );
  withExamples(
    clear,
    'setpoint schedule clear "Nordhafen 1" grid.activePowerkW --from tomorrow --to "tomorrow 12:00"',
    'setpoint schedule clear "Nordhafen 1" --yes',
  );
}

async function showSchedule(shell: Shell, idOrName: string): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  await shell.printTable({
    document: async () => ({ schedules: (await client.readSite(siteId)).schedules }),
    csv: () => client.history.schedulesCsv(siteId),
  });
}

interface ClearOptions {
  readonly from?: string;
  readonly to?: string;
  readonly yes?: true;
}

/** Clears a window of time of some commands on a site, or of all that are set; other times stay. */
async function clearSchedule(
  shell: Shell,
  site: string,
  { commands, ...given }: ClearOptions & { readonly commands: readonly string[] },
): Promise<void> {
  const pairs = commands.map(pairOf);
  const client = shell.client();
  const siteId = await findVisibleSite(shell, site);
  const { siteName, schedules } = await client.readSite(siteId);
  const { from = new Date().toISOString(), to, yes, zone } = await timesAt(client, siteId, given);
  const wanted = new Set(pairs.map(dotted));
  const found = schedules.filter((one) => wanted.size === 0 || wanted.has(dotted(one)));
  const until = to ?? lastEnd(found);
  if (until === undefined || Date.parse(until) <= Date.parse(from)) {
    return shell.print({ siteId, cleared: 0 }, sentence`Nothing is set on ${siteName} in that time.`);
  }
  const inWindow = ({ startAt, endAt }: Entry) =>
    Date.parse(startAt) < Date.parse(until) && Date.parse(endAt) > Date.parse(from);
  const hit = found.filter(({ entries }) => entries.some(inWindow));
  const cleared = hit.flatMap(({ entries }) => entries.filter(inWindow)).length;
  if (cleared === 0) return shell.print({ siteId, cleared }, sentence`Nothing is set on ${siteName} in that time.`);
  const names = hit.map(dotted).join(', ');
  const when = `${rangeText(from, until, zone)} ${zone}`;
  const what = `${countText(cleared, 'entry', 'entries')} of ${names} on ${siteName}, ${when}`;
  if (yes !== true) await confirm(what);
  const emptied = hit.map(({ asset, type }): FleetScheduleCommand => ({ asset, type, entries: [] }));
  const result = await client.splice(siteId, { from, to: until, schedules: emptied });
  shell.print(
    { ...result, cleared },
    sentence`Cleared ${what}. The schedule is at version ${String(result.scheduleVersion)}.`,
  );
}

type Entry = { readonly startAt: string; readonly endAt: string };

function lastEnd(schedules: readonly { readonly entries: readonly Entry[] }[]): string | undefined {
  const ends = schedules.flatMap(({ entries }) => entries.map(({ endAt }) => endAt));
  return ends.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
}

async function confirm(what: string): Promise<void> {
  const answer = await askAtTerminal(
    sentence`This clears ${what}. Type yes to confirm: `,
    'Nothing was cleared: there is no terminal to ask at. Add --yes to clear it without confirmation.',
  );
  if (answer !== 'yes') throw new CliError('not_confirmed', 'Nothing was cleared.');
}
