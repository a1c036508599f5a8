import type { SetpointClient } from '@setpoint/client';
import { actorText, type HistoryBatch, type ScheduleDiff } from '@setpoint/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withExamples } from '../shell/with-examples.ts';
import { numberOption } from '../shell/number-option.ts';
import type { Shell } from '../shell/shell.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { instantText, rangeText } from '../text/instant-text.ts';
import { type Columns, listText } from '../text/list-text.ts';

interface HistoryOptions {
  readonly limit: number;
  readonly atVersion?: number;
  readonly at?: string;
  readonly diff?: Versions;
}

interface Versions {
  readonly from: number;
  readonly to: number;
}

const WHOLE = numberOption({ least: 0, most: Number.MAX_SAFE_INTEGER, isWhole: true });

/** `setpoint site history` */
export function historyCommand(site: Command, shell: Shell): void {
  const history = site
    .command('history')
    .description('list the changes to the schedule of a site, or show the schedule at an earlier time')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(
      new Option('--limit <batches>', 'list at most this many, the newest first')
        .default(20)
        .argParser(numberOption({ least: 1, most: 999_999, isWhole: true })),
    )
    .addOption(new Option('--at-version <number>', 'the schedule after this version, as CSV').argParser(WHOLE))
    .addOption(timeOption('--at <time>', 'the schedule at this time, as CSV').conflicts('atVersion'))
    .addOption(
      new Option('--diff <versions>', 'the changes between two versions, such as 16..17, or made by one, such as 17')
        .argParser(versionsOf)
        .conflicts(['atVersion', 'at']),
    )
    .action((text: string, options: HistoryOptions) => showHistory(shell, text, options));
  withExamples(
    history,
    'setpoint site history "Nordhafen 1"',
    'setpoint site history "Nordhafen 1" --diff 17',
    'setpoint site history "Nordhafen 1" --at "yesterday 06:00" > before.csv',
  );
}

async function showHistory(shell: Shell, text: string, options: HistoryOptions): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, text);
  const { atVersion: version, at, diff, limit } = await timesAt(client, siteId, options);
  if (diff !== undefined) {
    const found = await client.history.diffSchedules(siteId, diff);
    return shell.print(found, diffText(found));
  }
  if (version !== undefined) return printPast(shell, siteId, { version });
  if (at !== undefined) return printPast(shell, siteId, { at: new Date(at) });
  const batches = await firstOf(client.history.batches(siteId), limit);
  shell.print({ siteId, batches }, listText(batches, COLUMNS, 'Nothing has been set on this site yet.'));
}

type Moment = NonNullable<Parameters<SetpointClient['history']['pastSchedules']>[1]>;

async function printPast(shell: Shell, siteId: string, moment: Moment): Promise<void> {
  const { history } = shell.client();
  await shell.printTable({
    document: () => history.pastSchedules(siteId, moment),
    csv: () => history.schedulesCsv(siteId, moment),
  });
}

async function firstOf<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === most) break;
  }
  return found;
}

const COLUMNS: Columns<HistoryBatch> = {
  VERSION: ({ version }) => String(version),
  'SET (UTC)': ({ acceptedAt }) => instantText(acceptedAt),
  BY: ({ actor }) => (actor === null ? '(removed)' : actorText(actor)),
  COMMANDS: ({ commands }) => commands.map(({ asset, type, entries }) => `${asset}.${type} (${entries})`).join(', '),
  'BATCH ID': ({ batchId }) => batchId,
};

function diffText({ from, to, changes }: ScheduleDiff): string {
  if (changes.length === 0) return `Version ${to} is the same as version ${from}.`;
  const lines = changes.flatMap(({ asset, type, removed, added }) => [
    `${asset}.${type}`,
    ...removed.map((entry) => `  - ${entryText(entry)}`),
    ...added.map((entry) => `  + ${entryText(entry)}`),
  ]);
  return [`From version ${from} to ${to}, times in UTC:`, ...lines].join('\n');
}

function entryText({ startAt, endAt, value }: ScheduleDiff['changes'][number]['added'][number]): string {
  return `${rangeText(startAt, endAt)}  ${value}`;
}

function versionsOf(text: string): Versions {
  const [, first, second] = /^(\d{1,12})(?:\.\.(\d{1,12}))?$/.exec(text.trim()) ?? [];
  if (first === undefined) throw new InvalidArgumentError('It must be two versions such as 16..17, or one such as 17.');
  const to = Number(second ?? first);
  return { from: second === undefined ? Math.max(0, to - 1) : Number(first), to };
}
