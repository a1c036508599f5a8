import { useQuery } from '@tanstack/react-query';
import { Holds } from '../holds/holds.tsx';
import { Nodes } from '../nodes/nodes.tsx';
import { StatusFigures } from '../nodes/status-figures.tsx';
import { useClient } from '../session/session.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useTitle } from '../shell/use-title.ts';

/** The state of the service, and the emergency stop. */
export function HealthPage() {
  useTitle('Health');
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: () => client.overview.readStatus(),
    refetchInterval: 5_000,
  });
  return (
    <div className="stack">
      <h1>Health and holds</h1>
      {error !== null && (
        <Failure what="The state of the service could not be read" cause={error} onRetry={() => void refetch()} />
      )}
      {data === undefined ? error === null && <Loading /> : <StatusFigures status={data} />}
      <Nodes />
      <Holds />
    </div>
  );
}
