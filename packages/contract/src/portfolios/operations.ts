import { PortfolioBatches, PortfolioRequest, PortfolioResponse } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, noAccess, noSuchSite, ofPost, withToken, withTokenAndBody } from '../operations/error-answers.ts';
import { BATCH_ID, CLIENT_ID, CREATED_AT, gridLimit, SITE_ID, storageSetpoint } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from '../operations/operation.ts';

const PARENT_ID = '5c0f7d2b-91e6-4a38-b5d4-7e2c6a1f9083';
const answered = {
  parentBatchId: PARENT_ID,
  accepted: 1,
  results: [{ siteId: SITE_ID, status: 201, batchId: BATCH_ID, accepted: 2, scheduleVersion: 18, isReplayed: false }],
};
const together = 'With `mode: all`: ';

const setPortfolio: Operation = {
  id: 'setPortfolio',
  method: 'post',
  path: PATHS.fleetSchedules,
  tag: 'Sites and schedules',
  scope: 'schedules:write',
  summary: 'Set the schedules of many sites',
  description:
    'Up to 1,000 sites in one body of at most 32 MiB. Each gets the batch that a POST for it alone would have made, by the same rules, under one parent id. With `mode: all` every site is set or none; with `mode: each` every site by itself, with its own result. The conditions of a site stand beside its schedules; the headers of the single POST are refused here.',
  request: bodyOf(PortfolioRequest, {
    mode: 'all',
    batches: [{ siteId: SITE_ID, schedules: [gridLimit, storageSetpoint], ifScheduleVersion: 17 }],
  }),
  answers: answersOf(
    [
      {
        status: 200,
        description:
          'A result for each site, durable: with `mode: all` every one accepted, with `mode: each` accepted or not.',
        body: bodyOf(PortfolioResponse, answered),
        headers: ['X-Request-Id'],
      },
      badRequest(
        `The body as a whole is wrong. ${together}a site's batch is; the message names it. Nothing was set.`,
        `site ${SITE_ID}: schedules[0].entries[0]: endAt must be after startAt`,
      ),
      {
        ...noAccess,
        name: 'NoAccessToAll',
        description: `${together}a site is only readable; or the token lacks the scope.`,
      },
      { ...noSuchSite, name: 'NoSuchSites', description: `${together}there is no such site that this client can see.` },
      refusalOf('precondition_failed', {
        description: `${together}the schedule of a site is no longer at the version named.`,
        message: `site ${SITE_ID}: the schedule of this site is at version 18 now`,
      }),
      refusalOf('payload_too_large', {
        description: 'The body is larger than 32 MiB. The connection is closed.',
        message: 'a body holds at most 33554432 bytes',
      }),
      refusalOf('idempotency_conflict', {
        description: `${together}an idempotency key was used for another site or batch.`,
        message: `site ${SITE_ID}: this Idempotency-Key was used for another request`,
      }),
    ],
    ofPost(withTokenAndBody),
  ),
};

const getPortfolio: Operation = {
  id: 'getPortfolio',
  method: 'get',
  path: PATHS.fleetPortfolio,
  tag: 'History',
  scope: 'sites:read',
  summary: 'See the batches of a call for many sites',
  description:
    'The batches under one parent id, as long as the history has them; of the sites that the caller can see.',
  parameters: [
    {
      name: 'parentBatchId',
      in: 'path',
      required: true,
      description: 'As the call was answered.',
      schema: { type: 'string', format: 'uuid' },
      example: PARENT_ID,
    },
  ],
  answers: answersOf(
    [
      {
        status: 200,
        description: 'Those that were accepted.',
        body: bodyOf(PortfolioBatches, {
          parentBatchId: PARENT_ID,
          clientId: CLIENT_ID,
          batches: [{ siteId: SITE_ID, batchId: BATCH_ID, version: 18, acceptedAt: CREATED_AT, accepted: 2 }],
        }),
        headers: ['X-Request-Id'],
      },
      badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
      refusalOf('not_found', {
        name: 'NoSuchPortfolio',
        description: 'There is no such call of which this client can see a site. An id that is no UUID names none.',
        message: 'there is no such call',
      }),
    ],
    withToken,
  ),
};

export const portfolioOperations: readonly Operation[] = [setPortfolio, getPortfolio];
