import type { Command } from 'commander';
import { commandsOn } from './commands-on.ts';
import { confirmRemoval } from './confirm-removal.ts';
import { namesOf, type Nouns } from './find-one.ts';
import type { Shell } from './shell.ts';

interface Removing<Item> {
  readonly description: string;
  /** What goes with it, such as `with its schedule and history`. */
  readonly losing: string;
  readonly remove: (found: Item) => Promise<void>;
}

/** Makes the command that removes the one thing that its argument names, once that is confirmed. */
export function removalOf<Noun extends keyof Nouns>(
  parent: Command,
  shell: Shell,
  { noun, description, losing, remove }: Removing<Nouns[Noun]> & { readonly noun: Noun },
): Command {
  const one = commandsOn(parent, shell, noun);
  const command = one('remove', description, async (found, { yes }: { yes?: true }) => {
    const [id, name] = namesOf(noun, found);
    const [typed = ''] = command.args;
    await confirmRemoval({ noun, id, name: name ?? id, losing, typed, isSure: yes === true });
    await remove(found);
  }).option('--yes', 'do not ask for confirmation');
  return command;
}
