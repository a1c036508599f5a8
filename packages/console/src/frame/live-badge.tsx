import { useSyncExternalStore } from 'react';
import { useNow } from '../shell/use-now.ts';
import { useFeed } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';

/** Data older than this may be wrong by now. */
const STALE_MS = 90_000;

/** Whether the page is up to date, and how old its data is if not. */
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
      {isStale
        ? `${failure === undefined ? 'Not up to date' : 'Service not reached'}: ${durationText(ageMs)} old`
        : 'Live'}
    </span>
  );
}
