import {
  type AssetScheduleCommand,
  type CreateSchedulesBatchRequest,
  type ExpandedBatch,
  findPair,
  LIMITS,
  namesOfPair,
  type PairName,
  pairName,
  typesOfAsset,
} from '@setpoint/contract';
import type { CommandText } from '../command-text/command-text.ts';
import type { SpliceWindow } from '../command-text/splice-text.ts';
import { writeCommand } from '../command-text/write-command.ts';
import { findCrossedLimits } from './find-crossed-limits.ts';
import { type NamedCommand, parseEntries, type PlacedEntry } from './parse-entries.ts';
import { commandPlace, entryPlace, type Problem } from './problem.ts';
import { explainBadInstant } from '../time/explain-bad-instant.ts';
import { parseInstant } from '../time/parse-instant.ts';

/** One command of a request: the text that every later GET returns, with its entries in order. */
export interface ParsedCommand {
  readonly pair: PairName;
  readonly index: number;
  /** null clears the pair. */
  readonly text: CommandText | null;
  /** Where each entry of the text stood in the request; left out if that was in order. */
  readonly places?: readonly number[];
}

/** A request, checked as far as that is possible without knowing what is set. */
export interface ParsedBatch {
  readonly commands: readonly ParsedCommand[];
  /** The number of commands in the request, including unreadable ones. */
  readonly named: number;
  readonly problems: readonly Problem[];
  /** The window that it replaces; all of its pairs if left out. */
  readonly splice?: BatchSplice;
}

/** What a batch replaces that leaves the rest as it is. */
export interface BatchSplice {
  readonly window: SpliceWindow;
  readonly dropsEnded: boolean;
  /** How many entries a pair may have afterwards. */
  readonly maxEntries: number;
}

/** Reads a request of the right shape, and checks every rule that needs no stored state. */
export function parseBatch(request: ExpandedBatch, maxEntries = LIMITS.maxEntries): ParsedBatch {
  const { from, to, dropEnded } = request;
  const problems: Problem[] = [];
  if (from === undefined && to === undefined && dropEnded === undefined)
    return parseCommands(request, { maxEntries, problems });
  const window = parseWindow({ from, to }, problems);
  const parsed = parseCommands(request, { maxEntries, problems, window });
  return window === undefined ? parsed : { ...parsed, splice: { window, dropsEnded: dropEnded === true, maxEntries } };
}

function parseCommands(request: CreateSchedulesBatchRequest, context: EntriesContext): ParsedBatch {
  const { problems } = context;
  const seen = new Map<PairName, { named: NamedCommand; entries: readonly PlacedEntry[] }>();
  const commands: ParsedCommand[] = [];
  request.schedules.forEach((command, index) => {
    const named = nameCommand(command, index, problems);
    if (named === undefined) return;
    const earlier = seen.get(named.pair);
    if (earlier !== undefined) {
      problems.push(duplicateProblem(named, earlier.named));
      return;
    }
    const entries = readEntries(named, command, context);
    seen.set(named.pair, { named, entries });
    commands.push(parsedCommand(named, entries));
  });
  findExclusives(
    [...seen.values()].map((one) => one.named),
    problems,
  );
  findCrossedLimits(seen, problems);
  return { commands, named: request.schedules.length, problems };
}

function nameCommand(command: AssetScheduleCommand, index: number, problems: Problem[]): NamedCommand | undefined {
  const found = findPair(pairName(command));
  if (found !== undefined) return { index, pair: found.pair, row: found.row };
  const types = typesOfAsset(command.asset);
  const takes = types.length > 0 ? `takes ${types.join(', ')}` : 'takes no commands';
  const text = `${command.asset} does not take ${command.type}; ${command.asset} ${takes}`;
  problems.push({ rule: 'unsupported_pair', place: commandPlace(index), text });
  return undefined;
}

interface EntriesContext {
  readonly maxEntries: number;
  readonly problems: Problem[];
  /** In which all entries must lie. */
  readonly window?: SpliceWindow | undefined;
}

function readEntries(
  named: NamedCommand,
  command: AssetScheduleCommand,
  context: EntriesContext,
): readonly PlacedEntry[] {
  const { maxEntries, problems, window } = context;
  if (command.entries.length > maxEntries) {
    const text = `${command.entries.length} entries for ${named.pair}; at most ${maxEntries} are accepted`;
    problems.push({ rule: 'too_many_entries', place: `${commandPlace(named.index)}.entries`, pair: named.pair, text });
    return [];
  }
  const entries = parseEntries(named, command.entries, problems);
  if (window !== undefined) findOutsiders(named, entries, { window, problems });
  return entries;
}

function parsedCommand(named: NamedCommand, entries: readonly PlacedEntry[]): ParsedCommand {
  const { pair, index } = named;
  if (entries.length === 0) return { pair, index, text: null };
  const isAsWritten = entries.every((entry, place) => entry.index === place);
  const text = writeCommand(namesOfPair(pair), entries);
  return isAsWritten ? { pair, index, text } : { pair, index, text, places: entries.map((entry) => entry.index) };
}

function duplicateProblem(named: NamedCommand, earlier: NamedCommand): Problem {
  const clashesWith = commandPlace(earlier.index);
  const text = `${named.pair} is named twice, first at ${clashesWith}`;
  return { rule: 'duplicate_pair', place: commandPlace(named.index), pair: named.pair, clashesWith, text };
}

function findExclusives(named: readonly NamedCommand[], problems: Problem[]): void {
  named.forEach((command, position) => {
    const rival = named
      .slice(0, position)
      .find((other) => other.row.asset === command.row.asset && other.row.type === command.row.exclusiveWith);
    if (rival === undefined) return;
    const clashesWith = commandPlace(rival.index);
    const text = `${command.pair} and ${rival.pair} (${clashesWith}) exclude each other; name only one of them`;
    problems.push({ rule: 'exclusive', place: commandPlace(command.index), pair: command.pair, clashesWith, text });
  });
}

/** Reads the window of a splice; undefined, with its problems, if it is none. */
function parseWindow(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  problems: Problem[],
): SpliceWindow | undefined {
  const [fromMs, toMs] = [parseEnd('from', from, problems), parseEnd('to', to, problems)];
  if (from === undefined || to === undefined || fromMs === undefined || toMs === undefined) return undefined;
  if (fromMs < toMs) return { fromMs, toMs, from, to };
  problems.push({ rule: 'empty_interval', place: 'to', text: `to ${to} must be after from ${from}` });
  return undefined;
}

function parseEnd(place: 'from' | 'to', text: string | undefined, problems: Problem[]): number | undefined {
  const instantMs = text === undefined ? undefined : parseInstant(text);
  if (text === undefined)
    problems.push({ rule: 'schema', place, text: 'missing; a batch for a window has from and to' });
  else if (instantMs === undefined) problems.push({ rule: 'instant', place, text: explainBadInstant(text) });
  return instantMs;
}

/** Finds the entries that reach beyond the window: what lies there must stay as it is. */
function findOutsiders(
  { index, pair }: NamedCommand,
  entries: readonly PlacedEntry[],
  { window, problems }: { readonly window: SpliceWindow; readonly problems: Problem[] },
): void {
  for (const entry of entries) {
    if (entry.startMs >= window.fromMs && entry.endMs <= window.toMs) continue;
    const text = `${pair} ${entry.startAt} to ${entry.endAt} reaches beyond the window, ${window.from} to ${window.to}`;
    problems.push({ rule: 'outside_window', place: entryPlace(index, entry.index), pair, text });
  }
}
