import { Link } from 'react-aria-components';
import { CONDITION_WORDS } from '../alerts/condition-text.ts';
import { useAlerts } from '../alerts/use-alerts.ts';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';

/** The alerts that fire for a site now; nothing for who may not see alerts. */
export function SiteAlerts({ siteId }: { readonly siteId: string }) {
  const { data = [] } = useAlerts();
  const now = useNow();
  const firing = data.flatMap((alert) =>
    alert.firing.filter(({ subjectId }) => subjectId === siteId).map(({ since }) => ({ alert, since })),
  );
  return (
    <ul className="rows">
      {firing.map(({ alert: { alertId, alertName, condition }, since }) => (
        <li key={alertId}>
          <span className="state-tag wraps" data-state="rejected">
            Alert{' '}
            <Link href={`/alerts/${alertId}`}>
              <bdi>{alertName}</bdi>
            </Link>
            : {CONDITION_WORDS[condition].is} for {durationText(now - Date.parse(since))}
          </span>
        </li>
      ))}
    </ul>
  );
}
