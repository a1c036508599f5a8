import { everyBeat } from './every-beat.ts';

export interface OwnGaps {
  /** Since when this process runs without a gap. */
  readonly awakeSince: () => number;
  /** Whether it stood still for a while, and runs again for no longer than this. */
  readonly isJustAwake: (ms: number) => boolean;
  readonly stop: () => void;
}

const MOST_GAP_MS = 10_000;
const BEATS_IN_GAP = 2;

/** Notices when this process did not run for a while: nobody could be heard in that time. */
export function watchGaps(now: () => number, withinMs: number): OwnGaps {
  const mostMs = Math.min(MOST_GAP_MS, withinMs);
  const startedAt = now();
  let [awakeAt, since] = [startedAt, startedAt];
  // A question may come before the beat that is late.
  function awakeSince(): number {
    const at = now();
    if (at - awakeAt > mostMs) since = at;
    awakeAt = at;
    return since;
  }
  const beat = everyBeat(mostMs / BEATS_IN_GAP, awakeSince);
  return {
    awakeSince,
    isJustAwake: (ms) => awakeSince() !== startedAt && now() - since <= ms,
    stop: () => beat.stop(),
  };
}
