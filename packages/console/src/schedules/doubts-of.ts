import { type Assets, type AssetScheduleCommand, findPair, pairName, type ScheduleEntry } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';
import { labelOfPair } from '../words/pair-label.ts';
import { exactPowerText } from '../words/power-text.ts';

/** What is about to be set. */
export interface Doubted {
  readonly commands: readonly AssetScheduleCommand[];
  /** All that is set now. */
  readonly standing: readonly AssetScheduleCommand[];
  readonly assets: Assets;
}

interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** What should be asked about, in words, before it is set: values beyond what the site can do, or beyond its own limits. */
export function doubtsOf({ commands, standing, assets }: Doubted): string[] {
  const limits = limitsIn([...commands, ...standing]);
  return commands.flatMap((command) => {
    const rated = ratedRange(command, assets);
    const beyond = rated === undefined ? [] : command.entries.filter(({ value }) => isBeyond(value, rated));
    const cut = limitDoubts(command, limits);
    if (rated === undefined || beyond.length === 0) return cut;
    return [
      `${farthestText(command, beyond)}: the site is rated from ${exactPowerText(rated.lower)} to ${exactPowerText(rated.upper)}.`,
      ...cut,
    ];
  });
}

function isBeyond(value: number, { lower, upper }: Range): boolean {
  return value < lower || value > upper;
}

/** undefined where nothing is known of what the site can do, or the value is no power. */
function ratedRange(command: AssetScheduleCommand, assets: Assets): Range | undefined {
  const row = findPair(pairName(command))?.row;
  const group = assets[command.asset];
  if (row?.unit !== 'kW' || group === null) return undefined;
  const { ratedPowerLowerLimitkW: lower, ratedPowerUpperLimitkW: upper } = group;
  const books = 'books' in row ? row.books : undefined;
  if (books === undefined) return { lower, upper };
  return { lower: 0, upper: Math.max(0, books.direction === 'import' ? upper : -lower) };
}

interface Timed {
  readonly startMs: number;
  readonly endMs: number;
  readonly value: number;
}

interface Limits {
  readonly upper: readonly Timed[];
  readonly lower: readonly Timed[];
}

/** The limits of the connection point as they will be: the first that is named counts. */
function limitsIn(commands: readonly AssetScheduleCommand[]): Limits {
  const entriesOf = (pair: string) => commands.find((command) => pairName(command) === pair)?.entries ?? [];
  return { upper: entriesOf('grid/upperLimitkW').map(timed), lower: entriesOf('grid/lowerLimitkW').map(timed) };
}

// This runs with each key that is typed, over 1,500 entries and as many limits: each instant is read once.
function timed({ startAt, endAt, value }: ScheduleEntry): Timed {
  return { startMs: Date.parse(startAt), endMs: Date.parse(endAt), value };
}

function limitDoubts(command: AssetScheduleCommand, { upper, lower }: Limits): string[] {
  if (pairName(command) !== 'grid/activePowerkW') return [];
  const cut = command.entries
    .map(timed)
    .filter(
      (entry) =>
        upper.some((limit) => isAtOnce(entry, limit) && entry.value > limit.value) ||
        lower.some((limit) => isAtOnce(entry, limit) && entry.value < limit.value),
    );
  return cut.length === 0 ? [] : [`${farthestText(command, cut)}: a limit of the site allows less.`];
}

function isAtOnce(one: Timed, other: Timed): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs;
}

function farthestText(command: AssetScheduleCommand, entries: readonly Pick<ScheduleEntry, 'value'>[]): string {
  const [first] = entries.map(({ value }) => value).toSorted((one, other) => Math.abs(other) - Math.abs(one));
  const many = entries.length === 1 ? '' : ` (and ${countText(entries.length - 1, 'other entry', 'other entries')})`;
  return `${labelOfPair(pairName(command))} of ${exactPowerText(first ?? 0)}${many}`;
}
