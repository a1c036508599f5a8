import type { Change } from './command-text.ts';
import { pairOfText } from './pair-of-text.ts';

const BETWEEN_COMMANDS = /(?<=\]\}),(?=\{"asset":)/;
const NO_ENTRIES = '"entries":[]}';

/** Reads the log of a batch without parsing its entries. */
export function readChanges(commands: string): Change[] {
  if (commands === '[]') return [];
  return commands
    .slice(1, -1)
    .split(BETWEEN_COMMANDS)
    .map((text) => ({ pair: pairOfText(text), text: text.endsWith(NO_ENTRIES) ? null : text }));
}
