import { sentence } from '../text/printable.ts';
import { askAtTerminal } from './ask-at-terminal.ts';
import { CliError } from './cli-error.ts';

export interface Removal {
  readonly noun: string;
  readonly id: string;
  readonly name: string;
  /** What goes with it, such as `with its schedule and history`. */
  readonly losing: string;
  /** What somebody typed for it. */
  readonly typed: string;
  /** With --yes. */
  readonly isSure: boolean;
}

/**
 * Asks at the terminal for the name of what is about to be removed. Without one, only --yes removes a site; the other
 * removals asked nothing in earlier releases, and scripts that use them go on working.
 */
export async function confirmRemoval({ noun, id, name, losing, typed, isSure }: Removal): Promise<void> {
  if (isSure || (noun !== 'site' && !process.stdin.isTTY)) {
    // The beginning of a name may be that of another thing tomorrow.
    if ([id, name].some((whole) => whole.toLowerCase() === typed.toLowerCase())) return;
    throw new CliError(
      'not_confirmed',
      sentence`Nothing was removed: without a question, give the whole name or the id of ${name} (${id}).`,
    );
  }
  const answer = await askAtTerminal(
    sentence`This removes the ${noun} ${name} ${losing}. Type its name to confirm: `,
    `Nothing was removed: there is no terminal to ask at. Add --yes to remove the ${noun} without confirmation.`,
  );
  if (answer !== name) throw new CliError('not_confirmed', `Nothing was removed: that is not the name of the ${noun}.`);
}
