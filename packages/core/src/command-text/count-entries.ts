import { BEFORE_START, type CommandText } from './command-text.ts';

export function countEntries(text: CommandText): number {
  let count = 0;
  for (let at = text.indexOf(BEFORE_START); at !== -1; at = text.indexOf(BEFORE_START, at + 1)) count += 1;
  return count;
}
