import type { Command, Entry } from './is-schedule-request.ts';
import { parseInstant } from './parse-instant.ts';
import { type SiteState, entriesOf, pairOf } from './site-state.ts';
import { supportedPairs } from './supported-pairs.ts';

/** What a read returns of a state: what is set, in the service's order, entries by their start. */
export function listCommands(state: SiteState): readonly Command[] {
  const commands = supportedPairs.map(({ asset, type }) => {
    const entries = entriesOf(state, pairOf({ asset, type }));
    return { asset, type, entries: entries.toSorted((a, b) => startOf(a) - startOf(b)) };
  });
  return structuredClone(commands.filter(({ entries }) => entries.length > 0));
}

function startOf({ startAt }: Entry): number {
  return parseInstant(startAt) ?? Number.NaN;
}
