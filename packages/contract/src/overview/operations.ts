import { LIMITS } from '../limits.ts';
import { FleetOverview } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { type Operation, get, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { badQuery, REFUSALS } from '../operations/refusals.ts';

const shared = { tag: 'Fleet', scope: 'sites:read' } as const;

export const overviewOperations = [
  {
    ...shared,
    id: 'getFleetOverview',
    bound: 'computed',
    ...get(PATHS.fleetOverview),
    summary: 'Read the state of all sites',
    description:
      'One page of the sites that the caller can see, sorted by name. With `siteIds`, only those sites; any that the caller cannot see are left out. With `poolId`, only the members of that pool now.',
    parameters: [
      ...PARAMETERS.page,
      optionalQuery('poolId', 'Only the members of this pool now. Not together with `siteIds`.', {
        type: 'string',
        format: 'uuid',
      }),
      optionalQuery(
        'siteIds',
        `Up to ${LIMITS.maxNamedSites} site ids, separated by commas. Not together with \`limit\` or \`cursor\`.`,
        { type: 'string' },
      ),
    ],
    success: ok('One page of sites.', FleetOverview, {
      at: '2030-01-01T10:00:30.000Z',
      sites: [
        {
          siteId: EXAMPLES.siteId,
          siteName: 'Nordhafen',
          timeZone: 'Europe/Berlin',
          isOnline: true,
          reportedAt: '2030-01-01T10:00:12.480Z',
          version: 17,
          state: 'pending',
          behindSince: '2030-01-01T10:00:29.120Z',
          rejected: 0,
          limited: 0,
          limitedBy: [],
          troubles: [{ code: 'not_measured', asset: 'solar', since: '2030-01-01T09:58:12.480Z' }],
          powerkW: { grid: 132.4, bess: -120.5, solar: 0 },
          socPcnt: 63.25,
          running: [{ asset: 'grid', type: 'upperLimitkW', value: 250, endAt: '2030-01-01T14:00:00.000Z' }],
          reserves: { importkW: 200, exportkW: 150 },
          nextDayReserves: { importkW: 75, exportkW: 50 },
          heldReserves: { importkW: 0, exportkW: 0 },
          heldNextDayReserves: { importkW: 0, exportkW: 0 },
          deviatingSince: null,
          following: {
            asset: 'bess',
            type: 'activePowerkW',
            state: 'followed',
            startAt: '2030-01-01T09:45:00.000Z',
            endAt: '2030-01-01T10:00:00.000Z',
            value: -120,
            meanErrorkW: -0.4,
            withinShare: 1,
          },
          issues: [{ code: 'headroom_import', from: '2030-01-01T10:00:30.000Z' }],
        },
      ],
      nextCursor: null,
    }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000'), REFUSALS.noSuchPool],
  },
] as const satisfies readonly Operation[];
