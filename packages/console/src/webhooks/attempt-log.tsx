import type { WebhookDelivery } from '@setpoint/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { attemptText } from './attempt-text.ts';

const EVERY_MS = 5_000;
const PAGE = 50;

/** The attempts to send events, the latest first. */
export function AttemptLog({ webhookId }: { readonly webhookId: string }) {
  const { webhooks } = useClient();
  const log = useInfiniteQuery({
    queryKey: ['webhooks', 'log', webhookId],
    queryFn: ({ pageParam }) => webhooks.deliveries(webhookId, { limit: PAGE, ...pageParam }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    refetchInterval: EVERY_MS,
  });
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries);
  return (
    <>
      <h3>Attempts</h3>
      {log.isError && <Failure what="The log could not be read" cause={log.error} />}
      {deliveries === undefined ? !log.isError && <Loading /> : <Attempts deliveries={deliveries} />}
      {log.hasNextPage && (
        <Button className="button small" onPress={() => void log.fetchNextPage()} isDisabled={log.isFetchingNextPage}>
          Show older attempts
        </Button>
      )}
    </>
  );
}

function Attempts({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  const now = useNow();
  if (deliveries.length === 0) return <Empty title="Nothing was sent in the last 14 days" />;
  return (
    <PlainTable
      columns={[
        'When',
        'Event',
        { label: 'Id', is: 'wide-only' },
        { label: 'Attempt', is: 'number wide-only' },
        'Result',
      ]}
    >
      {deliveries.map(({ deliveryId, at, type, eventId, attempt, ...outcome }) => (
        <tr key={deliveryId}>
          <td>{agoText(now - Date.parse(at))}</td>
          <td className="event-type">
            <code>{type}</code>
          </td>
          <td className="wide-only">
            <code>{eventId}</code>
          </td>
          <td className="number wide-only">{attempt}</td>
          <td className="state-tag wraps" data-state={outcome.error === null ? 'accepted' : 'rejected'}>
            {attemptText(outcome)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
