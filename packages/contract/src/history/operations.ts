import { HistoryBatchList, PastSchedules, ScheduleDiff } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, withToken } from '../operations/error-answers.ts';
import { BATCH_ID, CLIENT_ID, CREATED_AT, gridLimit, SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, type Parameter, refusalOf } from '../operations/operation.ts';
import { pageParameters, siteIdParameter } from '../operations/parameters.ts';

const history = { tag: 'History', scope: 'sites:read', method: 'get' } as const;
const kept = 'It is kept for 35 days unless the operator says otherwise.';

const noSuchVersion = refusalOf('not_found', {
  name: 'NoSuchVersion',
  description: 'There is no such site that this client can see, no such version yet, or it is no longer kept.',
  message: 'version 17 is no longer kept; the oldest that is known is 4096',
});

function versionParameter(name: string, description: string, required: boolean): Parameter {
  const schema = { type: 'integer', minimum: 0 };
  return { name, in: 'query', required, description, schema, ...(required ? { example: '17' } : {}) };
}

export const historyOperations: readonly Operation[] = [
  {
    ...history,
    id: 'listBatches',
    path: PATHS.fleetSiteBatches,
    summary: 'List the batches of a site',
    description: `Who changed what and when, the latest first. ${kept}`,
    parameters: [siteIdParameter, ...pageParameters],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page; what is written meanwhile moves no later page.',
          body: bodyOf(HistoryBatchList, {
            batches: [
              {
                batchId: BATCH_ID,
                version: 17,
                acceptedAt: CREATED_AT,
                clientId: CLIENT_ID,
                clientName: 'Optimiser',
                accepted: 1,
                commands: [{ asset: 'grid', type: 'upperLimitkW', entries: 1 }],
              },
            ],
            nextCursor: null,
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'limit must be a whole number from 1 to 1000'),
        refusalOf('not_found', {
          name: 'NoVisibleSite',
          description: 'There is no such site that this client can see.',
          message: 'there is no such site',
        }),
      ],
      withToken,
    ),
  },
  {
    ...history,
    id: 'getPastSchedules',
    path: PATHS.fleetSiteSchedules,
    summary: 'See what was set',
    description: `After a version, or at an instant; without either, what is set now. ${kept}`,
    parameters: [
      siteIdParameter,
      versionParameter('version', 'The version after which.', false),
      {
        name: 'at',
        in: 'query',
        required: false,
        description: 'The instant at which, with its offset from UTC.',
        schema: { type: 'string', format: 'date-time' },
      },
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'All commands that were set, in the order of the catalogue.',
          body: bodyOf(PastSchedules, {
            siteId: SITE_ID,
            version: 17,
            acceptedAt: CREATED_AT,
            schedules: [gridLimit],
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'name either version or at'),
        noSuchVersion,
      ],
      withToken,
    ),
  },
  {
    ...history,
    id: 'diffSchedules',
    path: PATHS.fleetSiteSchedulesDiff,
    summary: 'Compare two versions',
    description: `Which entries one version lacks and which it has, against another. ${kept}`,
    parameters: [
      siteIdParameter,
      versionParameter('from', 'The version that is compared with.', true),
      versionParameter('to', 'The version that is compared.', true),
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The pairs that differ, in the order of the catalogue.',
          body: bodyOf(ScheduleDiff, {
            siteId: SITE_ID,
            from: 16,
            to: 17,
            changes: [{ asset: gridLimit.asset, type: gridLimit.type, removed: [], added: gridLimit.entries }],
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated, missing or wrong.', 'from must be a whole number'),
        noSuchVersion,
      ],
      withToken,
    ),
  },
];
