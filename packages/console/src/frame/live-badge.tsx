import { useHeard } from '../session/use-heard.ts';
import { useFeed } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';

/** Whether the page is up to date: whether the service is heard. */
export function LiveBadge() {
  const { failure } = useFeed();
  const { silentMs, isUnheard } = useHeard();
  const isStale = failure !== undefined || isUnheard;
  return (
    <span className={isStale ? 'live live-stale' : 'live'} role="status">
      <span aria-hidden="true" className="live-dot" />
      {isStale ? `${isUnheard ? 'Not heard' : 'Not read'} for ${durationText(silentMs)}` : 'Live'}
    </span>
  );
}
