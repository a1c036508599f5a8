import { applyChanges } from '../command-text/apply-changes.ts';
import type { SetTexts } from '../command-text/command-text.ts';
import { readChanges } from '../command-text/read-changes.ts';

/** Repeats what a logged batch did. */
export function replayBatch(before: SetTexts, commands: string): SetTexts {
  return applyChanges(before, readChanges(commands));
}
