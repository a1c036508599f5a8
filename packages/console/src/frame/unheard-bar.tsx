import { useHeard } from '../session/use-heard.ts';
import { commonZone } from '../sites/common-zone.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';
import { exactWhenText, zoneText } from '../words/when-text.ts';

/** Says over every view that the service is not heard, and since when. */
export function UnheardBar() {
  const { heardAt, silentMs, isUnheard } = useHeard();
  const timeZone = commonZone(useSites());
  if (!isUnheard) return null;
  const since = exactWhenText(heardAt, { timeZone, now: heardAt + silentMs });
  const zone = zoneText(heardAt, timeZone);
  return (
    <div className="frame-bar frame-bar-unheard">
      <p role="alert">
        <strong>The service is not heard.</strong>{' '}
        {`The last answer came at ${since} ${zone}; what is shown is from then, or older.`}
      </p>
      <p aria-hidden="true">{durationText(silentMs)}</p>
    </div>
  );
}
