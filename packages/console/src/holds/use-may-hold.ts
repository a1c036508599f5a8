import { SetpointError } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

const GRANTS_CHANGE_SELDOM_MS = 60_000;

/** Whether the client may schedule a site, and so hold it: the service is asked to validate an empty batch. */
export function useMayHold(siteId: string): boolean {
  const { client, can } = useSession();
  const isOperator = can('fleet:admin');
  const mayWrite = can('schedules:write');
  const { data } = useQuery({
    queryKey: ['may-schedule', siteId],
    queryFn: () => client.fleet.validate(siteId, []).then(() => true, isGranted),
    enabled: mayWrite && !isOperator,
    staleTime: GRANTS_CHANGE_SELDOM_MS,
  });
  return mayWrite && (isOperator || data === true);
}

function isGranted(cause: unknown): boolean {
  // The service checks the grant before it looks at the batch.
  if (!(cause instanceof SetpointError) || cause.status === 0 || cause.status >= 500) throw cause;
  return cause.status !== 403;
}
