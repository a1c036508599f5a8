import { fitsBookings } from './fits-bookings.ts';
import type { Command, Entry } from './is-schedule-request.ts';
import { parseInstant } from './parse-instant.ts';
import { type SiteState, entriesOf, pairOf } from './site-state.ts';
import { areOverlapping, spansOf } from './spans-of.ts';
import { type ValueRange, supportedPairs } from './supported-pairs.ts';

type JudgedRequest = { readonly commands: readonly Command[]; readonly after: SiteState };

export type Rule = {
  readonly because: string;
  readonly isBroken: (request: JudgedRequest) => boolean;
};

const entryLimit = 1500;

/** Judged from the top; a rule may rely on every rule above it. */
export const rules: readonly Rule[] = [
  { because: 'unsupported pair', isBroken: breaks((command) => rangeOf(command) === undefined) },
  { because: 'pair named twice', isBroken: ({ commands }) => hasRepetition(commands.map(pairOf)) },
  { because: 'both bess commands', isBroken: ({ commands }) => countOf(commands, 'bess') > 1 },
  { because: 'too many entries', isBroken: breaks(({ entries }) => entries.length > entryLimit) },
  { because: 'bad timestamp', isBroken: breaks(({ entries }) => !entries.every(hasInstants)) },
  { because: 'end not after start', isBroken: breaks(hasEmptySpan) },
  { because: 'overlapping entries', isBroken: breaks(overlapsItself) },
  { because: 'value out of range', isBroken: breaks(leavesRange) },
  { because: 'limits cross', isBroken: ({ commands }) => doLimitsCross(commands) },
  { because: 'afrr activation does not fit', isBroken: misfits('afrr') },
  { because: 'mfrr activation does not fit', isBroken: misfits('mfrr') },
];

function breaks(isBad: (command: Command) => boolean): Rule['isBroken'] {
  return ({ commands }) => commands.some(isBad);
}

function rangeOf(command: Command): ValueRange | undefined {
  return supportedPairs.find((pair) => pairOf(pair) === pairOf(command))?.values;
}

function hasRepetition(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}

function countOf(commands: readonly Command[], asset: string): number {
  return commands.filter((command) => command.asset === asset).length;
}

function hasInstants({ startAt, endAt }: Entry): boolean {
  return parseInstant(startAt) !== undefined && parseInstant(endAt) !== undefined;
}

function hasEmptySpan({ entries }: Command): boolean {
  return spansOf(entries).some(({ from, to }) => to <= from);
}

function overlapsItself({ entries }: Command): boolean {
  const spans = spansOf(entries);
  return spans.some((span, index) => spans.slice(index + 1).some((later) => areOverlapping(span, later)));
}

function leavesRange(command: Command): boolean {
  const range = rangeOf(command);
  if (range === 'any') return false;
  const highest = range === 'percent' ? 100 : Number.POSITIVE_INFINITY;
  return command.entries.some(({ value }) => value < 0 || value > highest);
}

function doLimitsCross(commands: readonly Command[]): boolean {
  const uppers = spansOf(namedEntries(commands, 'grid/upperLimitkW'));
  const lowers = spansOf(namedEntries(commands, 'grid/lowerLimitkW'));
  return uppers.some((upper) => lowers.some((lower) => areOverlapping(upper, lower) && lower.value > upper.value));
}

// Stored activations are never judged again: only one that the request names must fit.
function misfits(service: 'afrr' | 'mfrr'): Rule['isBroken'] {
  return ({ commands, after }) =>
    !fitsBookings({
      activation: spansOf(namedEntries(commands, `grid/${service}ActivationkW`)),
      imports: spansOf(entriesOf(after, `grid/${service}ImportBookingkW`)),
      exports: spansOf(entriesOf(after, `grid/${service}ExportBookingkW`)),
    });
}

function namedEntries(commands: readonly Command[], pair: string): readonly Entry[] {
  return commands.find((command) => pairOf(command) === pair)?.entries ?? [];
}
