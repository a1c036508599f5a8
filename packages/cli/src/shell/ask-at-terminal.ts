import { createInterface } from 'node:readline/promises';
import { CliError } from './cli-error.ts';

/** What somebody types; throws the refusal if there is nobody to ask. */
export async function askAtTerminal(question: string, refusal: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CliError('not_confirmed', refusal);
  // On the error stream: standard output carries only the answer of the command.
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await prompt.question(question);
  prompt.close();
  return typed;
}
