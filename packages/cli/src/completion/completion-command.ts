import { Argument, type Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withExamples } from '../shell/with-examples.ts';
import { bashScript } from './bash-script.ts';
import { fishScript } from './fish-script.ts';
import { placesIn } from './places-in.ts';
import { zshScript } from './zsh-script.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type ShellName = keyof typeof SCRIPTS;

/** `setpoint completion` */
export function completionCommand(program: Command, shell: Shell): void {
  const completion = program
    .command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((name: ShellName) => {
      const script = SCRIPTS[name](placesIn(program));
      shell.print({ shell: name, script }, script);
    });
  withExamples(
    completion,
    'source <(setpoint completion bash)',
    'setpoint completion zsh > ~/.zfunc/_setpoint',
    'setpoint completion fish > ~/.config/fish/completions/setpoint.fish',
  );
}
