import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

const CHANGES_SELDOM_MS = 60_000;
const SHOWN_OF_ID = 8;

/** The name of a client for operators and auditors; for others, and until it is read, the beginning of its id. */
export function useClientName(id: string | undefined): string {
  const { client, can, clientId, clientName } = useSession();
  const { data } = useQuery({
    queryKey: ['registry', 'name', id],
    queryFn: async () => (await client.registry.readClient(id ?? '')).clientName,
    enabled: id !== undefined && id !== clientId && (can('fleet:admin') || can('audit:read')),
    staleTime: CHANGES_SELDOM_MS,
  });
  if (id === clientId) return clientName;
  return data ?? `client ${id?.slice(0, SHOWN_OF_ID) ?? ''}…`;
}
