import type { Command } from 'commander';
import { findOne, type Nouns } from './find-one.ts';
import type { Shell } from './shell.ts';

/** The other arguments and the options, as their declarations say. */
type Given = Parameters<Parameters<Command['action']>[0]>;

/** Makes a command that does something with the one thing that its first argument names. */
export type CommandOn<Noun extends keyof Nouns> = (
  name: string,
  description: string,
  act: (found: Nouns[Noun], ...given: Given) => Promise<void> | void,
) => Command;

/** Makes commands on one thing each, below another command. */
export function commandsOn<Noun extends keyof Nouns>(parent: Command, shell: Shell, noun: Noun): CommandOn<Noun> {
  return (name, description, act) =>
    parent
      .command(name)
      .description(description)
      .argument(`<${noun}>`, `the id or name of the ${noun}, or its beginning`)
      .action(async (idOrName: string, ...given: Given) => act(await findOne(shell, noun, idOrName), ...given));
}
