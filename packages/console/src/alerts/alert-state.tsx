import type { Alert } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';

/** What an alert does now: whether something is open, and whether its messages arrive. */
export function AlertState({ alert }: { readonly alert: Alert }) {
  const { firingCount, lastError } = alert;
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
      {lastError !== '' && (
        <div className="state-tag wraps" data-state="rejected">
          ✕ not sent: {lastError}
        </div>
      )}
    </>
  );
}
