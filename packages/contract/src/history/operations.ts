import { HistoryBatchList, PastSchedules, ScheduleDiff } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, requiredQuery } from '../operations/parameters.ts';
import { badQuery, badRequest, refusalOf } from '../operations/refusals.ts';

const history = { tag: 'History', scope: 'sites:read', method: 'get' } as const;
const kept = 'It is kept for 35 days unless the operator says otherwise.';

const noSuchVersion = refusalOf('not_found', {
  name: 'NoSuchVersion',
  description: 'There is no such site that this client can see, no such version yet, or it is no longer kept.',
  message: 'version 17 is no longer kept; the oldest that is known is 4096',
});

const version = { type: 'integer', minimum: 0 };

export const historyOperations = [
  {
    ...history,
    id: 'listBatches',
    path: PATHS.fleetSiteBatches,
    summary: 'List the batches of a site',
    description: `Who changed what and when, the latest first. ${kept}`,
    parameters: [PARAMETERS.siteId, ...PARAMETERS.page],
    success: {
      status: 200,
      description: 'One page; what is written meanwhile moves no later page.',
      body: bodyOf(HistoryBatchList, {
        batches: [
          {
            batchId: EXAMPLES.batchId,
            version: 17,
            acceptedAt: EXAMPLES.createdAt,
            clientId: EXAMPLES.clientId,
            clientName: 'Optimiser',
            accepted: 1,
            commands: [{ asset: 'grid', type: 'upperLimitkW', entries: 1 }],
          },
        ],
        nextCursor: null,
      }),
    },
    otherwise: [
      badQuery('limit must be a whole number from 1 to 1000'),
      refusalOf('not_found', {
        name: 'NoVisibleSite',
        description: 'There is no such site that this client can see.',
        message: 'there is no such site',
      }),
    ],
  },
  {
    ...history,
    id: 'getPastSchedules',
    path: PATHS.fleetSiteSchedules,
    summary: 'See what was set',
    description: `After a version, or at an instant; without either, what is set now. ${kept}`,
    parameters: [
      PARAMETERS.siteId,
      optionalQuery('version', 'The version after which.', version),
      optionalQuery('at', 'The instant at which, with its offset from UTC.', { type: 'string', format: 'date-time' }),
    ],
    success: {
      status: 200,
      description: 'All commands that were set, in the order of the catalogue.',
      body: bodyOf(PastSchedules, {
        siteId: EXAMPLES.siteId,
        version: 17,
        acceptedAt: EXAMPLES.createdAt,
        schedules: [EXAMPLES.gridLimit],
      }),
    },
    otherwise: [badQuery('name either version or at'), noSuchVersion],
  },
  {
    ...history,
    id: 'diffSchedules',
    path: PATHS.fleetSiteSchedulesDiff,
    summary: 'Compare two versions',
    description: `Which entries one version lacks and which it has, against another. ${kept}`,
    parameters: [
      PARAMETERS.siteId,
      requiredQuery('from', 'The version that is compared with.', { schema: version, example: '17' }),
      requiredQuery('to', 'The version that is compared.', { schema: version, example: '17' }),
    ],
    success: {
      status: 200,
      description: 'The pairs that differ, in the order of the catalogue.',
      body: bodyOf(ScheduleDiff, {
        siteId: EXAMPLES.siteId,
        from: 16,
        to: 17,
        changes: [
          {
            asset: EXAMPLES.gridLimit.asset,
            type: EXAMPLES.gridLimit.type,
            removed: [],
            added: EXAMPLES.gridLimit.entries,
          },
        ],
      }),
    },
    otherwise: [
      badRequest('A query parameter is unknown, repeated, missing or wrong.', 'from must be a whole number'),
      noSuchVersion,
    ],
  },
] as const satisfies readonly Operation[];
