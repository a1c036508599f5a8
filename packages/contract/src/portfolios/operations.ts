import { PortfolioBatches, PortfolioRequest, PortfolioResponse } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { pathId } from '../operations/parameters.ts';
import { badRequest, refusalOf, REFUSALS } from '../operations/refusals.ts';

const PARENT_ID = '5c0f7d2b-91e6-4a38-b5d4-7e2c6a1f9083';
const answered = {
  parentBatchId: PARENT_ID,
  accepted: 1,
  results: [
    {
      siteId: EXAMPLES.siteId,
      status: 201,
      batchId: EXAMPLES.batchId,
      accepted: 2,
      scheduleVersion: 18,
      isReplayed: false,
    },
  ],
};
const together = 'With `mode: all`: ';

const setPortfolio = {
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
    batches: [
      { siteId: EXAMPLES.siteId, schedules: [EXAMPLES.gridLimit, EXAMPLES.storageSetpoint], ifScheduleVersion: 17 },
    ],
  }),
  success: {
    status: 200,
    description:
      'A result for each site, durable: with `mode: all` every one accepted, with `mode: each` accepted or not.',
    body: bodyOf(PortfolioResponse, answered),
  },
  otherwise: [
    badRequest(
      `The body as a whole is wrong. ${together}a site's batch is; the message names it. Nothing was set.`,
      `site ${EXAMPLES.siteId}: schedules[0].entries[0]: endAt must be after startAt`,
    ),
    {
      ...REFUSALS.noAccess,
      name: 'NoAccessToAll',
      description: `${together}a site is only readable; or the token lacks the scope.`,
    },
    {
      ...REFUSALS.noSuchSite,
      name: 'NoSuchSites',
      description: `${together}there is no such site that this client can see.`,
    },
    refusalOf('precondition_failed', {
      description: `${together}the schedule of a site is no longer at the version named.`,
      message: `site ${EXAMPLES.siteId}: the schedule of this site is at version 18 now`,
    }),
    REFUSALS.over32MiB,
    refusalOf('idempotency_conflict', {
      description: `${together}an idempotency key was used for another site or batch.`,
      message: `site ${EXAMPLES.siteId}: this Idempotency-Key was used for another request`,
    }),
  ],
} as const satisfies Operation;

const getPortfolio = {
  id: 'getPortfolio',
  method: 'get',
  path: PATHS.fleetPortfolio,
  tag: 'History',
  scope: 'sites:read',
  summary: 'See the batches of a call for many sites',
  description:
    'The batches under one parent id, as long as the history has them; of the sites that the caller can see.',
  parameters: [pathId('parentBatchId', PARENT_ID, 'As the call was answered.')],
  success: {
    status: 200,
    description: 'Those that were accepted.',
    body: bodyOf(PortfolioBatches, {
      parentBatchId: PARENT_ID,
      clientId: EXAMPLES.clientId,
      batches: [
        {
          siteId: EXAMPLES.siteId,
          batchId: EXAMPLES.batchId,
          version: 18,
          acceptedAt: EXAMPLES.createdAt,
          accepted: 2,
        },
      ],
    }),
  },
  otherwise: [
    REFUSALS.noQuery,
    refusalOf('not_found', {
      name: 'NoSuchPortfolio',
      description: 'There is no such call of which this client can see a site. An id that is no UUID names none.',
      message: 'there is no such call',
    }),
  ],
} as const satisfies Operation;

export const portfolioOperations = [setPortfolio, getPortfolio] as const satisfies readonly Operation[];
