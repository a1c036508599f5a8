import { useNow } from '../../shell/use-now.ts';
import { Presence } from '../../sites/presence.tsx';
import { syncText } from '../../sites/sync-text.ts';
import { agoText } from '../../words/ago-text.ts';
import type { CellProps } from '../column.ts';

export function StateCell({ site }: CellProps) {
  const now = useNow();
  return (
    <>
      <span className="state-line">
        <Presence site={site} now={now} />
        {site.isOnline && site.reportedAt !== null && (
          <small className="muted">{agoText(now - Date.parse(site.reportedAt))}</small>
        )}
      </span>
      <small className="muted">{syncText(site, now)}</small>
    </>
  );
}
