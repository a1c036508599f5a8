import { type DueWork, type DueWorking, workWhenDue } from '../../platform/loops/work-when-due.ts';
import type { Store } from '../../store/store.ts';
import { waitAfter } from '../../webhooks/is-given-up.ts';
import { askTimeStamp, type TimeStampAuthority } from './ask-time-stamp.ts';
import { noteTimeStamp } from './note-time-stamp.ts';
import { readUnstamped, type UnstampedSeal } from './read-unstamped.ts';

const TIMEOUT_MS = 15_000;
const LOOK_EVERY_MS = 900_000;

export interface Stamping extends Pick<DueWork, 'now' | 'isChosen' | 'onFailure'> {
  readonly store: Store;
  readonly authority: Omit<TimeStampAuthority, 'signal'>;
}

/** Has each seal stamped by an authority outside, and asks again until it gives a good time stamp. */
export function stampSeals({ store, authority, now, isChosen, onFailure }: Stamping): DueWorking {
  let failures = 0;

  async function stamp({ sequence, text, since }: UnstampedSeal, stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
    const { token, by, at } = await askTimeStamp({ ...authority, signal }, { text, since });
    const noted = { sequence, token: token.toString('base64'), authority: by, stampedAt: at };
    await store.write(noteTimeStamp, noted);
  }

  return workWhenDue({ now, isChosen, onFailure, pauseMs: 1_000, restMs: LOOK_EVERY_MS }, async (signal) => {
    const [seal] = await store.read(readUnstamped, { now: now() });
    if (seal === undefined) return undefined;
    const isStamped = await stamp(seal, signal).then(
      () => true,
      (cause: unknown) => {
        // Who is told to stop has not failed.
        if (!signal.aborted) onFailure(cause);
        return false;
      },
    );
    failures = isStamped ? 0 : failures + 1;
    return isStamped ? now() : now() + waitAfter(failures);
  });
}
