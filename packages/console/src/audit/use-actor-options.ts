import { useQuery } from '@tanstack/react-query';
import { SERVICE_ACTOR } from '@setpoint/contract';
import { listed } from '../registry/use-registry.ts';
import { useClient } from '../session/session.tsx';
import { type ActorOption, toldApart } from './told-apart.ts';

const SELDOM_MS = 60_000;
const SERVICE: ActorOption = { id: `service:${SERVICE_ACTOR.id}`, name: 'The service', kind: 'by itself' };
const UNREAD: readonly ActorOption[] = [];

/** The persons and clients there are, by name; whoever was removed is found by its id, or by a record. */
export function useActorOptions(): readonly ActorOption[] {
  const { people, registry } = useClient();
  const { data } = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: async () => {
      const [persons, clients] = await Promise.all([listed(people.persons()), listed(registry.clients())]);
      return toldApart([
        ...persons.map(({ personId, personName }) => ({ id: `person:${personId}`, name: personName, kind: 'person' })),
        ...clients.map(({ clientId, clientName }) => ({ id: `client:${clientId}`, name: clientName, kind: 'client' })),
        SERVICE,
      ]);
    },
    staleTime: SELDOM_MS,
  });
  return data ?? UNREAD;
}
