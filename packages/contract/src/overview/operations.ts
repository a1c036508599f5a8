import { LIMITS } from '../limits.ts';
import { FleetOverview, NodeStatus, SiteDevices } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, noSuchSite, withToken } from '../operations/error-answers.ts';
import { SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation } from '../operations/operation.ts';
import { pageParameters, siteIdParameter } from '../operations/parameters.ts';

const shared = { tag: 'Fleet', scope: 'sites:read' } as const;

export const overviewOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'getNodeStatus',
    method: 'get',
    path: PATHS.fleetStatus,
    summary: 'See how the service is',
    description: 'Of the node that answers. Metrics for all nodes are on their operations ports.',
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The state of this node and of its store.',
          body: bodyOf(NodeStatus, {
            at: '2030-01-01T10:00:30.000Z',
            softwareVersion: '0.1.0',
            startedAt: '2029-12-24T08:00:00.000Z',
            store: 'sqlite',
            isWritable: true,
            writeMs: 2.4,
            waitingWrites: 0,
            eventLoopDelayMs: 11.2,
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'getFleetOverview',
    method: 'get',
    path: PATHS.fleetOverview,
    summary: 'See how the sites are',
    description:
      'All sites that the caller can see, by name, a page at a time; or, with `siteIds`, the ones named, without those it cannot see.',
    parameters: [
      ...pageParameters,
      {
        name: 'siteIds',
        in: 'query',
        required: false,
        description: `Up to ${LIMITS.maxNamedSites} ids, with commas in between; then \`limit\` and \`cursor\` are not taken.`,
        schema: { type: 'string' },
      },
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page of sites.',
          body: bodyOf(FleetOverview, {
            at: '2030-01-01T10:00:30.000Z',
            sites: [
              {
                siteId: SITE_ID,
                siteName: 'Nordhafen',
                timeZone: 'Europe/Berlin',
                isOnline: true,
                reportedAt: '2030-01-01T10:00:12.480Z',
                version: 17,
                state: 'pending',
                behindSince: '2030-01-01T10:00:29.120Z',
                rejected: 0,
                powerkW: { grid: 132.4, bess: -120.5, solar: 0 },
                socPcnt: 63.25,
                running: [{ asset: 'grid', type: 'upperLimitkW', value: 250, endAt: '2030-01-01T14:00:00.000Z' }],
                reserves: { importkW: 200, exportkW: 150 },
                nextDayReserves: { importkW: 75, exportkW: 50 },
                following: {
                  asset: 'bess',
                  state: 'followed',
                  startAt: '2030-01-01T09:45:00.000Z',
                  endAt: '2030-01-01T10:00:00.000Z',
                  value: -120,
                  meanErrorkW: -0.4,
                },
                issues: [{ code: 'headroom_import', from: '2030-01-01T10:00:30.000Z' }],
              },
            ],
            nextCursor: null,
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'limit must be a whole number from 1 to 1000'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'getSiteDevices',
    method: 'get',
    path: PATHS.fleetSiteDevices,
    summary: 'See the devices of a site',
    description: 'The device tree that the asset groups are made of.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The tree; null before the first report.',
          body: bodyOf(SiteDevices, {
            siteId: SITE_ID,
            reportedAt: '2030-01-01T10:00:12.480Z',
            devices: {
              uid: 'site',
              node_type: 'Dispatcher',
              device_type: 'site',
              children: [
                {
                  uid: 'meter',
                  node_type: 'Device',
                  device_type: 'grid',
                  children: [],
                  rated_power_upper_limit_kW: 400,
                  rated_power_lower_limit_kW: -400,
                  active_power_kw: 132.4,
                },
              ],
            },
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
        noSuchSite,
      ],
      withToken,
    ),
  },
];
