import { CliError } from './cli-error.ts';

// The code for it in sysexits.h: to start again changes nothing.
const EX_CONFIG = 78;

export function badConfig(sentence: string, problems: readonly string[]): CliError {
  const lines = problems.map((problem) => `\n  ${problem}`).join('');
  return new CliError('bad_configuration', `${sentence}${lines}`, { exitCode: EX_CONFIG });
}
