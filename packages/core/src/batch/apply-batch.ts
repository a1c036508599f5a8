import { CATALOGUE, type CatalogueRow, findPair, pairName, type PairName } from '@setpoint/contract';
import type { Change, SetTexts } from '../command-text/command-text.ts';
import { seriesOf } from '../command-text/read-command.ts';
import { instantText } from '../time/instant-text.ts';
import type { Series } from '../time/series.ts';
import { fitActivation, type Bookings, type Misfit } from './fit-activation.ts';
import type { ParsedBatch, ParsedCommand } from './parse-batch.ts';
import { entryPlace, type Problem } from './problem.ts';

/** What is set, as far as a decision needs it. */
export interface CurrentCommands {
  readonly pairs: ReadonlySet<PairName>;
  /** At least the pairs of `neededTexts`. */
  readonly texts: SetTexts;
}

export type BatchOutcome =
  | { readonly kind: 'accepted'; readonly accepted: number; readonly changes: readonly Change[] }
  | { readonly kind: 'rejected'; readonly problems: readonly Problem[] };

/** Accepts all of a batch, or rejects all of it with every reason. */
export function applyBatch(current: CurrentCommands, batch: ParsedBatch): BatchOutcome {
  const problems = [...batch.problems, ...findMisfits(current, batch)];
  if (problems.length > 0) return { kind: 'rejected', problems };
  return { kind: 'accepted', accepted: batch.named, changes: changesOf(current, batch.commands) };
}

/** The pairs whose stored texts `applyBatch` needs for this batch. */
export function neededTexts(batch: ParsedBatch): PairName[] {
  const rows = batch.commands.map((command) => (command.text === null ? undefined : rowOf(command.pair)));
  return [...new Set(rows.flatMap((row) => (row?.activates === undefined ? [] : bookingPairs(row.activates))))];
}

// Naming one of two exclusive commands, even to clear it, clears the other.
function changesOf(current: CurrentCommands, commands: readonly ParsedCommand[]): Change[] {
  return commands.flatMap(({ pair, text }) => {
    const rival = RIVALS.get(pair);
    const changes: Change[] = [{ pair, text }];
    if (rival !== undefined && current.pairs.has(rival)) changes.push({ pair: rival, text: null });
    return changes;
  });
}

function rowOf(pair: PairName): CatalogueRow | undefined {
  return findPair(pair)?.row;
}

const RIVALS = new Map<PairName, PairName>(
  CATALOGUE.flatMap((row) =>
    'exclusiveWith' in row ? [[pairName(row), pairName({ asset: row.asset, type: row.exclusiveWith })]] : [],
  ),
);

function findMisfits(current: CurrentCommands, batch: ParsedBatch): Problem[] {
  return batch.commands.flatMap((command) => {
    const row = rowOf(command.pair);
    if (row?.activates === undefined || command.text === null) return [];
    const involved = [command.pair, ...bookingPairs(row.activates)];
    // With a booking or activation that could not be read, misfits would be false.
    if (batch.problems.some((problem) => problem.pair !== undefined && involved.includes(problem.pair))) return [];
    const bookings = bookingsAfter(current, batch.commands, row.activates);
    return fitActivation(seriesOf(command.text), bookings).map((misfit) => misfitProblem(command, misfit));
  });
}

function bookingPairs(service: 'afrr' | 'mfrr'): PairName[] {
  return CATALOGUE.filter((row) => 'books' in row && row.books.service === service).map((row) => pairName(row));
}

function bookingsAfter(
  current: CurrentCommands,
  commands: readonly ParsedCommand[],
  service: 'afrr' | 'mfrr',
): Bookings {
  const bookings = { import: [] as Series, export: [] as Series };
  for (const row of CATALOGUE) {
    if (!('books' in row) || row.books.service !== service) continue;
    const pair = pairName(row);
    const named = commands.find((command) => command.pair === pair);
    const text = named === undefined ? current.texts.get(pair) : named.text;
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
