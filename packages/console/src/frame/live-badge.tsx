import { useSyncExternalStore } from 'react';
import { useNow } from '../shell/use-now.ts';
import { useFeed } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';

/** Older than this, what is on the screen may no longer be so. */
const STALE_MS = 90_000;

/** Whether what is shown is of now, and how old it is when it is not. */
export function LiveBadge() {
  const { store, failure } = useFeed();
  const now = useNow();
  const askedAt = useSyncExternalStore(store.subscribe, store.askedAt);
  if (askedAt === undefined) return null;
  const ageMs = now - askedAt;
  const isStale = failure !== undefined || ageMs > STALE_MS;
  return (
    <span className={isStale ? 'live live-stale' : 'live'} role="status">
      <span aria-hidden="true" className="live-dot" />
      {isStale ? `${failure === undefined ? 'Stale' : 'Not reached'}: ${durationText(ageMs)} old` : 'Live'}
    </span>
  );
}
