import { runCommandLine } from '../src/run-command-line.ts';

/** For tests: the command line in this process, and what it writes. */
export async function runHere(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  let out = '';
  let error = '';
  const writeOut = (text: string) => (out += text);
  const writeError = (text: string) => (error += text);
  const code = await runCommandLine({ argv, environment, writeOut, writeError });
  return { code, out, error };
}
