import type { Alert } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';
import { whenText } from '../words/when-text.ts';
import { CONDITION_WORDS } from './condition-text.ts';
import { countOf } from '../words/count-text.ts';

/** What is open, the latest first. */
export function OpenAlerts({ alerts }: { readonly alerts: readonly Alert[] }) {
  const now = useNow();
  const siteIds = new Set(useSites().map(({ siteId }) => siteId));
  const open = alerts
    .flatMap((alert) => alert.firing.map((firing) => ({ alert, firing, sinceMs: Date.parse(firing.since) })))
    .toSorted((one, other) => other.sinceMs - one.sinceMs);
  const hidden = alerts.reduce((sum, { firing, firingCount }) => sum + firingCount - firing.length, 0);
  return (
    <>
      <PlainTable columns={['What', 'Is', 'Since', 'Alert']}>
        {open.map(({ alert, firing: { subjectId, subjectName }, sinceMs }) => (
          <tr key={`${alert.alertId} ${subjectId}`}>
            <td>{siteIds.has(subjectId) ? <Link href={`/sites/${subjectId}`}>{subjectName}</Link> : subjectName}</td>
            <td className="state-tag wraps" data-state="rejected">
              {CONDITION_WORDS[alert.condition].is}
            </td>
            <td>
              {durationText(now - sinceMs)},{' '}
              <span className="muted">since {whenText(sinceMs, { timeZone: 'UTC', now })} UTC</span>
            </td>
            <td>
              <Link href={`/alerts/${alert.alertId}`}>
                <bdi>{alert.alertName}</bdi>
              </Link>
            </td>
          </tr>
        ))}
      </PlainTable>
      {hidden > 0 && <p className="muted">and {countOf(hidden)} more</p>}
    </>
  );
}
