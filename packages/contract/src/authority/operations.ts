import { EXAMPLES } from '../operations/examples.ts';
import { type Operation, get, ok } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { SiteAuthority } from './schema.ts';

const given = { since: EXAMPLES.createdAt, endsAt: null } as const;
const poolId = '4e0b7c8d-2a61-4f35-8d90-5c7b6a1f2e34';

export const authorityOperations = [
  {
    tag: 'Site registry',
    scope: 'fleet:admin',
    id: 'getSiteAuthority',
    bound: 'computed',
    ...get(PATHS.fleetSiteAuthority),
    summary: 'Read who can command a site',
    description:
      'Everybody and everything that can command a site now, and since when: clients and persons with the grants and roles that let them, the pools that the site is a member of, and the keys of its controller. A caller that is disabled, or has no valid secret, is left out. Clients that act for persons are not in it: with the token of a person they do what it may. The audit log names who gave it, under the id of the site.',
    parameters: [PARAMETERS.siteId],
    success: ok('All that can command the site.', SiteAuthority, {
      siteId: EXAMPLES.siteId,
      siteName: 'Nordhafen',
      at: '2030-01-01T10:00:30.000Z',
      holders: [
        { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser', through: 'pool', poolId, ...given },
        { kind: 'pool', id: poolId, name: 'aFRR north', through: 'site', ...given },
        { kind: 'key', id: '7c1de0a4-5b32-4f6e-9d18-3a6b2f0c8e51', name: '', through: 'site', ...given },
      ],
    }),
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
] as const satisfies readonly Operation[];
