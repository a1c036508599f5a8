import type { Alert } from '@setpoint/contract';
import { useNow } from '../shell/use-now.ts';
import { countText } from '../words/count-text.ts';
import { whenText } from '../words/when-text.ts';

/** What an alert does now: whether something is open, whether it sleeps, and whether its messages arrive. */
export function AlertState({ alert }: { readonly alert: Alert }) {
  const { firingCount, snoozedUntil, waiting, lastError } = alert;
  const now = useNow();
  const untilMs = snoozedUntil === null ? 0 : Date.parse(snoozedUntil);
  return (
    <>
      {firingCount === 0 ? (
        <span className="state-tag" data-state="accepted">
          ✓ quiet
        </span>
      ) : (
        <span className="state-tag" data-state="rejected">
          ● {countText(firingCount, 'open', 'open')}
        </span>
      )}
      {untilMs > now && (
        <div className="state-tag" data-state="pending">
          snoozed until {whenText(untilMs, { timeZone: 'UTC', now })} UTC
        </div>
      )}
      {lastError !== '' && (
        <div className="state-tag wraps" data-state="rejected">
          ✕ not sent: {lastError}
        </div>
      )}
      {waiting > 0 && <div className="muted">{countText(waiting, 'message')} waiting</div>}
    </>
  );
}
