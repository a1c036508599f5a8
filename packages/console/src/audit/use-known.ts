import { SERVICE_ACTOR } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAllPools } from '../pools/use-pools.ts';
import { allOf } from '../session/resource-of.ts';
import { useClient } from '../session/session.tsx';
import { useSites } from '../sites/fleet-feed.tsx';
import type { NameOf } from './name-of.ts';
import { type KnownOption, toldApart } from './told-apart.ts';

const SELDOM_MS = 60_000;
const SERVICE: KnownOption = { id: `service:${SERVICE_ACTOR.id}`, name: 'The service', kind: 'by itself' };
const UNREAD = { doers: [SERVICE], groups: [] };

interface Known {
  readonly nameOf: NameOf;
  /** Those who can have done something. */
  readonly actors: readonly KnownOption[];
  /** What something can have been done to. */
  readonly subjects: readonly KnownOption[];
}

/** The names of all that there is; whoever was removed is found by the id, or by a record. */
export function useKnown(): Known {
  const { people, registry } = useClient();
  const sites = useSites();
  const { data: pools } = useAllPools();
  const { data = UNREAD } = useQuery({
    queryKey: ['audit', 'known'],
    queryFn: async () => {
      const [persons, groups, clients] = await Promise.all([
        allOf(people.persons()),
        allOf(people.groups()),
        allOf(registry.clients()),
      ]);
      return {
        doers: [
          ...persons.map(({ personId, personName }) => option('person', personId, personName)),
          ...clients.map(({ clientId, clientName }) => option('client', clientId, clientName)),
          SERVICE,
        ],
        groups: groups.map(({ groupId, groupName }) => option('group', groupId, groupName)),
      };
    },
    staleTime: SELDOM_MS,
  });
  return useMemo(() => {
    const places = [
      ...sites.map(({ siteId, siteName }) => option('site', siteId, siteName)),
      ...(pools ?? []).map(({ poolId, poolName }) => option('pool', poolId, poolName)),
      ...data.groups,
    ];
    const names = new Map([...data.doers, ...places].map(({ id, name }) => [id, name]));
    return {
      nameOf: (kind, id) => names.get(`${kind}:${id}`),
      actors: toldApart(data.doers),
      subjects: toldApart([...places, ...data.doers.filter((one) => one !== SERVICE)]),
    };
  }, [sites, pools, data]);
}

function option(kind: string, id: string, name: string): KnownOption {
  return { id: `${kind}:${id}`, name, kind };
}
