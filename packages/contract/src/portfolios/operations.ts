import { PortfolioBatches, PortfolioRequest, PortfolioResponse } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { optionalHeader, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badRequest, notFound, preconditionFailed, refusalOf, REFUSALS } from '../operations/refusals.ts';
import { EXAMPLE_COMMANDS } from '../schedules/example-commands.ts';

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
const together = 'With `mode: all`, ';

const setPortfolio = {
  id: 'setPortfolio',
  bound: 'large-body',
  method: 'post',
  path: PATHS.fleetSchedules,
  tag: 'Sites and schedules',
  scope: 'schedules:write',
  summary: 'Set the schedules of many sites',
  description:
    'Batches for up to 1,000 sites in one body of at most 32 MiB, with at most 4 MiB for each site, under the rules of the POST for one site. All batches share one parent id. With `mode: all`, every batch is applied or none. With `mode: each`, each batch is accepted or refused by itself. The body may be compressed: `Content-Encoding: gzip`, at most 32 MiB before and after. Put conditions of a batch next to its schedules; the header `If-Schedule-Version` is refused here.',
  parameters: [
    optionalHeader(
      'Idempotency-Key',
      'Makes it safe to repeat the call for 48 hours: each site is set once under this key, and gives its first result again. The same key may be used for other sites. Not together with `idempotencyKey` of a batch.',
      PARAMETERS.idempotencyKey.schema,
    ),
  ],
  request: bodyOf(PortfolioRequest, {
    mode: 'all',
    batches: [
      {
        siteId: EXAMPLES.siteId,
        schedules: [EXAMPLE_COMMANDS.gridLimit, EXAMPLE_COMMANDS.storageSetpoint],
        ifScheduleVersion: 17,
      },
    ],
  }),
  success: ok(
    'A result for each site. With `mode: all`, every batch was accepted; with `mode: each`, read the status of each. Accepted batches are on disk.',
    PortfolioResponse,
    answered,
  ),
  otherwise: [
    badRequest(
      'The body as a whole is wrong or, with `mode: all`, one of the batches; then the message names its site. Nothing was set.',
      `site ${EXAMPLES.siteId}: schedules[0].entries[0]: endAt 2026-10-25T00:00:00Z must be after startAt 2026-10-25T06:00:00Z`,
    ),
    {
      ...REFUSALS.noAccess,
      name: 'NoAccessToAll',
      description:
        'The token lacks the scope, the client may set no site at all or, with `mode: all`, it may only read one of the sites.',
    },
    {
      ...REFUSALS.noSuchSite,
      name: 'NoSuchSites',
      description: `${together}the client cannot see one of the sites.`,
    },
    preconditionFailed(
      `${together}the schedule of a site is not at the version that its \`ifScheduleVersion\` names.`,
      `site ${EXAMPLES.siteId}: the schedule of this site is at version 18 now`,
    ),
    REFUSALS.over32MiB,
    refusalOf('idempotency_conflict', {
      description: `${together}an idempotency key was used for another site or batch.`,
      message: `site ${EXAMPLES.siteId}: this Idempotency-Key was used for another request`,
    }),
  ],
} as const satisfies Operation;

const getPortfolio = {
  id: 'getPortfolio',
  head: false,
  method: 'get',
  path: PATHS.fleetPortfolio,
  tag: 'History',
  scope: 'sites:read',
  summary: 'Read a portfolio',
  description:
    'The batches that one call set for many sites, for as long as the history keeps them. Only sites that the caller can see are listed.',
  parameters: [pathId('parentBatchId', PARENT_ID, 'The `parentBatchId` in the answer to the call.')],
  success: ok('The batches that were accepted.', PortfolioBatches, {
    parentBatchId: PARENT_ID,
    clientId: EXAMPLES.clientId,
    actor: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
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
  otherwise: [
    REFUSALS.noQuery,
    notFound(
      'There is no such portfolio, or the client can see none of its sites. An id that is not a UUID names none.',
      'there is no such portfolio',
      'NoSuchPortfolio',
    ),
  ],
} as const satisfies Operation;

export const portfolioOperations = [setPortfolio, getPortfolio] as const satisfies readonly Operation[];
