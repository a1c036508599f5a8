import { HistoryBatchList, PastSchedules, ScheduleDiff } from './schema.ts';
import { LIMITS } from '../limits.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, requiredQuery } from '../operations/parameters.ts';
import { badQuery, badRequest, notFound } from '../operations/refusals.ts';
import { csvBody } from '../schedules/operations.ts';
import { EXAMPLE_COMMANDS } from '../schedules/example-commands.ts';

const history = { tag: 'History', scope: 'sites:read', method: 'get' } as const;
const kept = 'The history is kept for 35 days unless the operator sets another time.';

const noSuchVersion = notFound(
  'There is no such site or version, the client cannot see the site, or the version is no longer kept.',
  'that is no longer kept; the oldest version that is kept is 4096',
  'NoSuchVersion',
);

const version = { type: 'integer', minimum: 0, maximum: LIMITS.maxVersion } as const;

export const historyOperations = [
  {
    ...history,
    id: 'listBatches',
    bound: 'computed',
    path: PATHS.fleetSiteBatches,
    summary: 'List the batches of a site',
    description: `Every change with its author and time, newest first. ${kept}`,
    parameters: [PARAMETERS.siteId, ...PARAMETERS.page],
    success: ok('One page. Batches that are accepted meanwhile do not shift later pages.', HistoryBatchList, {
      batches: [
        {
          batchId: EXAMPLES.batchId,
          version: 17,
          acceptedAt: EXAMPLES.createdAt,
          clientId: EXAMPLES.clientId,
          clientName: 'Optimiser',
          actor: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
          accepted: 1,
          commands: [{ asset: 'grid', type: 'upperLimitkW', entries: 1 }],
        },
      ],
      nextCursor: null,
    }),
    otherwise: [
      badQuery('limit must be a whole number from 1 to 1000'),
      notFound('There is no such site, or the client cannot see it.', 'there is no such site', 'NoVisibleSite'),
    ],
  },
  {
    ...history,
    id: 'getPastSchedules',
    bound: 'computed',
    path: PATHS.fleetSiteSchedules,
    summary: 'Read what was set',
    description: `The schedule after a version or at an instant; without either, the present one. With \`Accept: text/csv\`, a table that the PATCH takes back. ${kept}`,
    parameters: [
      PARAMETERS.siteId,
      optionalQuery('version', 'The version of the schedule.', version),
      optionalQuery('at', 'The instant: RFC 3339 with an offset.', { type: 'string', format: 'date-time' }),
    ],
    success: {
      status: 200,
      description: 'The commands that were set, in the order of the catalogue.',
      body: bodyOf(PastSchedules, {
        siteId: EXAMPLES.siteId,
        version: 17,
        acceptedAt: EXAMPLES.createdAt,
        schedules: [EXAMPLE_COMMANDS.gridLimit],
      }),
      alsoAs: csvBody,
    },
    otherwise: [badQuery('give either version or at'), noSuchVersion],
  },
  {
    ...history,
    id: 'diffSchedules',
    bound: 'computed',
    path: PATHS.fleetSiteSchedulesDiff,
    summary: 'Compare two versions',
    description: `The entries that were removed and added from one version to another. ${kept}`,
    parameters: [
      PARAMETERS.siteId,
      requiredQuery('from', 'The version to compare with.', { schema: version, example: 16 }),
      requiredQuery('to', 'The version to compare.', { schema: version, example: 17 }),
    ],
    success: ok('The pairs that differ, in the order of the catalogue.', ScheduleDiff, {
      siteId: EXAMPLES.siteId,
      from: 16,
      to: 17,
      changes: [
        {
          asset: EXAMPLE_COMMANDS.gridLimit.asset,
          type: EXAMPLE_COMMANDS.gridLimit.type,
          removed: [],
          added: EXAMPLE_COMMANDS.gridLimit.entries,
        },
      ],
    }),
    otherwise: [
      badRequest('A query parameter is unknown, repeated, missing or wrong.', 'from must be a whole number'),
      noSuchVersion,
    ],
  },
] as const satisfies readonly Operation[];
