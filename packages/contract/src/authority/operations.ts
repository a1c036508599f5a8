import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { SiteAuthority } from './schema.ts';

const operator = { kind: 'person', id: '7c1e5b0a-94d2-4f38-a6c7-1e2d3f4a5b60', name: 'Ada Brandt' } as const;
const given = { since: EXAMPLES.createdAt, givenBy: operator, endsAt: null } as const;
const poolId = '4e0b7c8d-2a61-4f35-8d90-5c7b6a1f2e34';

export const authorityOperations = [
  {
    tag: 'Site registry',
    scope: 'fleet:admin',
    id: 'getSiteAuthority',
    bound: 'computed',
    method: 'get',
    path: PATHS.fleetSiteAuthority,
    summary: 'Read who can command a site',
    description:
      'Everybody and everything that can command a site now, since when, and by whose grant: clients and persons with the grants and roles that let them, groups, clients that act for persons, pools with their seats, the keys of its controller, and the holds in force on it. A caller that is disabled, or has no valid secret, is left out. Operators can give all of that: they are the clients with the scope `fleet:admin` and the persons with the role `operator`.',
    parameters: [PARAMETERS.siteId],
    success: {
      status: 200,
      description: 'Everyone who can command the site.',
      body: bodyOf(SiteAuthority, {
        siteId: EXAMPLES.siteId,
        siteName: 'Nordhafen',
        at: '2030-01-01T10:00:30.000Z',
        callers: [
          {
            kind: 'client',
            id: EXAMPLES.clientId,
            name: 'Optimiser',
            can: 'schedule',
            scopes: ['sites:read', 'schedules:write'],
            sessions: 0,
            grants: [{ can: 'schedule', through: 'pool', poolId, ...given }],
          },
        ],
        groups: [],
        actingClients: [],
        pools: [
          {
            poolId,
            poolName: 'aFRR north',
            since: EXAMPLES.createdAt,
            givenBy: operator,
            endsAt: null,
            seat: null,
            mayTake: [EXAMPLES.clientId],
          },
        ],
        controllerKeys: [
          {
            keyId: '7c1de0a4-5b32-4f6e-9d18-3a6b2f0c8e51',
            since: EXAMPLES.createdAt,
            givenBy: operator,
            lastUsedAt: null,
            endsAt: null,
          },
        ],
        holds: [],
      }),
    },
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
] as const satisfies readonly Operation[];
