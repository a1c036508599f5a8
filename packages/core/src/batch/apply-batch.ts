import { CATALOGUE, type CatalogueRow, findPair, pairName, type PairName } from '@setpoint/contract';
import type { Change, CommandText } from '../command-text/command-text.ts';
import { seriesOf } from '../command-text/read-command.ts';
import { instantText } from '../time/instant-text.ts';
import type { Series } from '../time/series.ts';
import type { SplicedText } from '../command-text/splice-text.ts';
import type { CurrentCommands } from './current-commands.ts';
import { spliceCommands } from './splice-commands.ts';
import { fitActivation, type Bookings, type Misfit } from './fit-activation.ts';
import type { BatchSplice, ParsedBatch, ParsedCommand } from './parse-batch.ts';
import { entryPlace, type Problem } from './problem.ts';
import { rivalOf } from './rival-of.ts';

/** A change to a pair of which only a window is replaced knows how. */
export interface DecidedChange extends Change {
  readonly spliced?: SplicedText;
}

export type BatchOutcome =
  | {
      readonly kind: 'accepted';
      readonly accepted: number;
      readonly changes: readonly DecidedChange[];
      /** How many entries were dropped because they had ended; left out if the batch replaces its pairs. */
      readonly dropped?: number;
    }
  | { readonly kind: 'rejected'; readonly problems: readonly Problem[] };

/** For how long a batch that is sent again under its key takes no effect again, as the contract promises. */
export const KEYS_KEPT_MS = 48 * 3_600_000;

/** Accepts all of a batch, or rejects all of it with every reason. */
export function applyBatch(current: CurrentCommands, batch: ParsedBatch): BatchOutcome {
  if (batch.splice !== undefined) return applySplice(current, batch, batch.splice);
  const named = new Map(batch.commands.map(({ pair, text }) => [pair, text]));
  const textAfter = (pair: PairName) => (named.has(pair) ? named.get(pair) : current.texts.get(pair));
  const problems = [...batch.problems, ...findMisfits(batch, textAfter)];
  if (problems.length > 0) return { kind: 'rejected', problems };
  return { kind: 'accepted', accepted: batch.named, changes: changesOf(current, batch.commands) };
}

// Of what is set outside of the window, nothing is asked again.
function applySplice(current: CurrentCommands, batch: ParsedBatch, splice: BatchSplice): BatchOutcome {
  const { pairs, problems: found } = spliceCommands(current, batch.commands, splice);
  const after = new Map(pairs.map(({ pair, spliced }) => [pair, spliced.text]));
  const textAfter = (pair: PairName) => (after.has(pair) ? after.get(pair) : current.texts.get(pair));
  const problems = [...batch.problems, ...found, ...findMisfits(batch, textAfter)];
  if (problems.length > 0) return { kind: 'rejected', problems };
  const changes = pairs.map(({ pair, spliced }) => ({ pair, text: spliced.text, spliced }));
  const dropped = pairs.reduce((sum, { spliced }) => sum + spliced.dropped, 0);
  return { kind: 'accepted', accepted: batch.named, changes, dropped };
}

/** The pairs whose stored texts `applyBatch` needs to fit the activations of this batch. */
export function neededTexts(batch: ParsedBatch): PairName[] {
  const rows = batch.commands.map((command) => (command.text === null ? undefined : rowOf(command.pair)));
  return [...new Set(rows.flatMap((row) => (row?.activates === undefined ? [] : bookingPairs(row.activates))))];
}

/** The pairs whose standing entries a batch looks at: it may keep what is known of them. */
export function touchedPairs({ commands, splice }: ParsedBatch): PairName[] {
  const named = commands.map(({ pair }) => pair);
  return splice === undefined ? named : [...named, ...named.flatMap((pair) => rivalOf(pair) ?? [])];
}

// Naming one of two exclusive commands, even to clear it, clears the other.
function changesOf(current: CurrentCommands, commands: readonly ParsedCommand[]): Change[] {
  return commands.flatMap(({ pair, text }) => {
    const rival = rivalOf(pair);
    const changes: Change[] = [{ pair, text }];
    if (rival !== undefined && current.pairs.has(rival)) changes.push({ pair: rival, text: null });
    return changes;
  });
}

function rowOf(pair: PairName): CatalogueRow | undefined {
  return findPair(pair)?.row;
}

type TextAfter = (pair: PairName) => CommandText | null | undefined;

function findMisfits(batch: ParsedBatch, textAfter: TextAfter): Problem[] {
  return batch.commands.flatMap((command) => {
    const row = rowOf(command.pair);
    if (row?.activates === undefined || command.text === null) return [];
    const involved = [command.pair, ...bookingPairs(row.activates)];
    // With a booking or activation that could not be read, misfits would be false.
    if (batch.problems.some((problem) => problem.pair !== undefined && involved.includes(problem.pair))) return [];
    const bookings = bookingsAfter(textAfter, row.activates);
    return fitActivation(seriesOf(command.text), bookings).map((misfit) => misfitProblem(command, misfit));
  });
}

function bookingPairs(service: 'afrr' | 'mfrr'): PairName[] {
  return CATALOGUE.filter((row) => 'books' in row && row.books.service === service).map((row) => pairName(row));
}

function bookingsAfter(textAfter: TextAfter, service: 'afrr' | 'mfrr'): Bookings {
  const bookings = { import: [] as Series, export: [] as Series };
  for (const row of CATALOGUE) {
    if (!('books' in row) || row.books.service !== service) continue;
    const text = textAfter(pairName(row));
    if (text !== undefined && text !== null) bookings[row.books.direction] = seriesOf(text);
  }
  return bookings;
}

function misfitProblem(command: ParsedCommand, misfit: Misfit): Problem {
  const { intervalIndex, ...uncovered } = misfit;
  const index = command.places?.[intervalIndex] ?? intervalIndex;
  const range = `${instantText(misfit.startMs)} to ${instantText(misfit.endMs)}`;
  return {
    rule: 'activation_exceeds_booking',
    place: entryPlace(command.index, index),
    pair: command.pair,
    uncovered,
    text: `${command.pair} needs ${misfit.neededKw} kW of ${misfit.direction} booking from ${range}, but only ${misfit.bookedKw} kW is booked`,
  };
}
