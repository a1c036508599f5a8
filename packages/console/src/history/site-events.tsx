import { Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { exactWhenText } from '../words/when-text.ts';
import { eventText, type PoolName } from './event-text.ts';
import { useSiteEvents } from './use-site-events.ts';

export interface SiteEventsProps {
  readonly siteId: string;
  readonly timeZone: string;
  readonly poolName: PoolName;
}

/** The last notable events, the latest first; each leads to its moment in the timeline. */
export function SiteEvents({ siteId, timeZone, poolName }: SiteEventsProps) {
  const { data, error, refetch } = useSiteEvents(siteId);
  const now = useNow();
  if (data === undefined) {
    if (error === null) return <Loading what="Reading the log of events" />;
    return <Failure what="The events could not be read" cause={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <Empty title="No event of note while events are kept" />;
  return (
    <PlainTable columns={[`When (${timeZone})`, 'Event', { label: 'Kind', is: 'wide-only' }]}>
      {data.map((event) => (
        <tr key={event.id}>
          <td>
            <Link href={`/sites/${siteId}?at=${encodeURIComponent(event.at)}`}>
              {exactWhenText(Date.parse(event.at), { timeZone, now })}
            </Link>
          </td>
          <td>{eventText(event, poolName)}</td>
          <td className="wide-only">
            <code>{event.type}</code>
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
