import { sentence } from '../text/printable.ts';
import type { Named } from './only-one.ts';
import type { Shell } from './shell.ts';

const MOST_LISTED = 3;

/** Says that a name which was just given is not the only one: commands then need the id. */
export function noteSameName(shell: Shell, { noun, name, ids }: Named): void {
  if (ids.length === 0) return;
  const listed = ids.slice(0, MOST_LISTED).join(', ');
  const more = ids.length > MOST_LISTED ? ` and ${ids.length - MOST_LISTED} more` : '';
  const which = ids.length === 1 ? `Another ${noun} is` : `${ids.length} other ${noun}s are`;
  shell.note(sentence`${which} called ${JSON.stringify(name)}, too: ${listed}${more}. Name each by its id.`);
}
