import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAllPools } from '../../pools/use-pools.ts';
import { allOf } from '../../session/resource-of.ts';
import { useSession } from '../../session/session.tsx';
import { useFeed } from '../../sites/fleet-feed.tsx';
import { usePlaces } from '../use-places.ts';
import { docsEntries } from './docs-entries.ts';
import type { Entry } from './entry.ts';

const CONTENTS = '/docs/llms.txt';
const CHANGES_SELDOM_MS = 60_000;

/** All that can be gone to. Sites are those that the page knows already: nothing is asked for while somebody types. */
export function useEntries(): readonly Entry[] {
  const { store } = useFeed();
  const places = usePlaces();
  const { data: pools } = useAllPools();
  const { data: clients } = useClients();
  const { data: docs } = useDocs();
  const sites = store.sites();
  return useMemo(
    () => [
      ...places.map(({ href, label }): Entry => ({ href, label, kind: 'View', also: ALSO[href] ?? '' })),
      ...OTHER_VIEWS,
      ...(pools ?? []).map(({ poolId, poolName }): Entry => ({
        href: `/pools/${poolId}`,
        label: poolName,
        kind: 'Pool',
        also: poolId,
      })),
      ...sites.map(({ siteId, siteName }): Entry => ({
        href: `/sites/${siteId}`,
        label: siteName,
        kind: 'Site',
        also: siteId,
      })),
      ...(clients ?? []).map(({ clientId, clientName }): Entry => {
        return { href: `/registry/clients/${clientId}`, label: clientName, kind: 'Client', also: clientId };
      }),
      ...(docs ?? []),
    ],
    [places, pools, sites, clients, docs],
  );
}

/** What people look for in a view that has another name. */
const ALSO: Readonly<Record<string, string>> = {
  '/': 'sites overview behind trouble attention offline off plan deviating',
  '/pools': 'signals ask send take back power afrr mfrr fcr members seat',
  '/headroom': 'sell offer free capacity spare book bid',
  '/alerts': 'notify notifications rules mail',
  '/registry': 'sites clients people groups grants roles keys secrets certificates',
  '/health': 'nodes store disk release backup',
};

const OTHER_VIEWS: readonly Entry[] = [
  { href: '/holds', label: 'Holds and the emergency stop', kind: 'View', also: 'pause release resume' },
  { href: '/registry/audit', label: 'Audit log', kind: 'View', also: 'who changed grants history records' },
  { href: '/registry/clients', label: 'Clients', kind: 'View', also: 'grants secrets traders optimisers' },
  { href: '/registry/people', label: 'People', kind: 'View', also: 'persons users roles invite' },
  { href: '/registry/webhooks', label: 'Webhooks', kind: 'View', also: 'push deliveries' },
  { href: '/registry/token', label: 'Access token', kind: 'View', also: 'api curl' },
  { href: '/me', label: 'My account', kind: 'View', also: 'password passkey sessions sign' },
  { href: '/docs/', label: 'Documentation', kind: 'Docs' },
  { href: '/docs/reference', label: 'Interface reference', kind: 'Docs' },
];

function useClients() {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['registry', 'clients'],
    queryFn: () => allOf(client.registry.clients()),
    enabled: can('fleet:admin') || can('audit:read'),
    staleTime: CHANGES_SELDOM_MS,
  });
}

function useDocs() {
  return useQuery({
    queryKey: ['docs', 'contents'],
    queryFn: async () => {
      const response = await fetch(CONTENTS);
      return response.ok ? docsEntries(await response.text(), response.url) : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
