import type { Store } from '../store/store.ts';
import { cutAttempts, noteAttempt, type NoteAttemptInput, noteTrial } from './note-attempt.ts';

const CUT_EVERY = 100;
// More than were added since the last time, so that a log that became too long gets shorter.
const CUT_AT_ONCE = 10 * CUT_EVERY;
const MOST_COUNTED = 10_000;

/** The log of attempts, of which each webhook has the latest alone. */
export interface AttemptLog {
  note(input: NoteAttemptInput): Promise<void>;
}

export interface AttemptKeeping {
  readonly store: Store;
  /** Attempts of one webhook. */
  readonly mostKept: number;
}

export function createAttemptLog({ store, mostKept }: AttemptKeeping): AttemptLog {
  /** How many were added to each since its log was last cut. */
  const added = new Map<string, number>();

  async function cut(webhookId: string): Promise<void> {
    added.delete(webhookId);
    await store.write(cutAttempts, { webhookId, keep: mostKept, limit: CUT_AT_ONCE });
  }
  return {
    async note(input) {
      await store.write(input.next === undefined ? noteTrial : noteAttempt, input);
      const { webhookId } = input;
      const count = (added.get(webhookId) ?? 0) + 1;
      if (added.size >= MOST_COUNTED) added.clear();
      added.set(webhookId, count);
      if (count >= CUT_EVERY) await cut(webhookId);
    },
  };
}
