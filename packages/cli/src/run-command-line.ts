import { Command, type OutputConfiguration } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCommands } from './add-commands.ts';
import { explainFailure, type Failure } from './shell/explain-failure.ts';
import { callerUrl } from './shell/find-caller.ts';
import { createShell, type Shell } from './shell/shell.ts';
import { withoutDashes } from './shell/without-dashes.ts';
import { wordHelp } from './shell/word-help.ts';
import { printableJson, printableLines } from './text/printable.ts';

export interface Process {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Shows a line in place of the one before; left out if there is no terminal. */
  readonly showProgress?: ((line: string) => void) | undefined;
}

/** Runs one command; resolves with the exit code once it is done or has failed. */
export async function runCommandLine({
  argv,
  environment,
  writeOut,
  writeError,
  showProgress,
}: Process): Promise<number> {
  // Looked for before parsing, because a usage error is reported in this form too.
  const isJson = argv.includes('--json');
  const named = inWordsOf(environment);
  const shell = createShell({
    environment,
    isJson: () => isJson,
    write: (text) => writeOut(named(text)),
    writeError: (text) => writeError(named(text)),
    progress: showProgress,
  });
  const writeErr = isJson ? () => undefined : writeError;
  const program = createProgram(shell, { writeOut, writeErr, outputError: () => undefined });
  let running: Command | undefined;
  program.hook('preAction', (_program, command) => {
    running = command;
  });
  try {
    await program.parseAsync(withoutDashes(argv), { from: 'user' });
    return 0;
  } catch (thrown) {
    const failure = explainFailure(thrown, () => callerUrl(environment), running);
    shell.progress('');
    if (failure.exitCode !== 0) writeError(named(`${isJson ? jsonText(failure) : printableLines(failure.message)}\n`));
    return failure.exitCode;
  }
}

/** Every command, with what each takes. */
export function createProgram(shell: Shell, output: OutputConfiguration): Command {
  const program = new Command('setpoint')
    .description('Setpoint: schedules for energy sites')
    .version(manifest.version)
    .option('--json', 'print one JSON document')
    .configureOutput(output)
    .exitOverride();
  addCommands(program, shell);
  wordHelp(program);
  return program;
}

function jsonText({ exitCode: _exitCode, ...document }: Failure): string {
  return printableJson(document);
}

/** How texts name the program. */
const NAME_IN_TEXTS = '{setpoint}';

/** Texts name the program as people call it here: in a checkout it is not on the path. */
function inWordsOf({ SETPOINT_COMMAND: command = 'setpoint' }: Process['environment']): (text: string) => string {
  return (text) => text.replaceAll(NAME_IN_TEXTS, () => command);
}
