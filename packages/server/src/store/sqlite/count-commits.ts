import type { Job, JobResult } from './commit-group.ts';
import { countCommit, notePosition, type Position } from './lost-commits.ts';

// So much of what was acknowledged may be lost without a word, should the log be cut.
const AFTER_MS = 1_000;
// Writes of others are numbered from 1.
export const COUNT: Job = { id: 0, write: countCommit, input: {} };

/** Counts that something was written, a second later and together with what is written then. */
export function countCommits(databasePath: string, add: (job: Job) => void) {
  let due: NodeJS.Timeout | undefined;
  return {
    isDue: () => due !== undefined,
    /** Notes what was counted; answers with the results that somebody waits for. */
    noteIn(results: readonly JobResult[], isWritten: boolean): readonly JobResult[] {
      const asked = results.filter(({ id }) => id !== COUNT.id);
      const counted = results.find(({ id }) => id === COUNT.id);
      // That is what `countCommit` answers with.
      if (counted?.kind === 'done') notePosition(databasePath, counted.output as Position);
      if (isWritten && asked.length > 0) due ??= setTimeout(count, AFTER_MS).unref();
      return asked;
    },
  };
  function count(): void {
    due = undefined;
    add(COUNT);
  }
}
