import { type Repeating, repeatEvery } from '../platform/repeat-every.ts';
import { type EntryTelling, tellEntries } from './tell-entries.ts';
import { type FollowingTelling, tellFollowing } from '../following/tell-following.ts';
import { type SilenceTelling, tellSilence } from '../gateway/tell-silence.ts';

const STEP_EVERY_MS = 100;

export interface TimeTelling extends EntryTelling, SilenceTelling, FollowingTelling {
  /** Of many nodes, one does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Writes the events that come from the clock, each kind in steps of its own. */
export function tellTime({ isChosen, onFailure, ...telling }: Omit<TimeTelling, 'signal'>): Repeating {
  const stopping = new AbortController();
  const by = { ...telling, signal: stopping.signal };
  let after = '';
  const kinds = [
    () => tellEntries(by),
    () => tellFollowing(by),
    async () => {
      after = await tellSilence(by, after);
    },
  ];
  const walks = kinds.map((tell) =>
    repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, async () => {
      if (await isChosen()) await tell();
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(walks.map((walk) => walk.stop()));
    },
  };
}
