import { CATALOGUE } from '../schema/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { PATHS } from '../paths.ts';
import { CreateSchedulesBatchRequest, CreateSchedulesBatchResponse } from '../schedules/schema.ts';
import { SiteDetails, SiteList } from './schema.ts';
import {
  anywhere,
  badRequest,
  noAccess,
  noSuchSite,
  ofPost,
  withToken,
  withTokenAndBody,
} from '../operations/error-answers.ts';
import { BATCH_ID, gridLimit, site, storageSetpoint } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from '../operations/operation.ts';
import { conditionParameters, ifNoneMatchParameter, siteIdParameter } from '../operations/parameters.ts';

const tag = 'Sites and schedules';
const { assets: _assets, ...listedSite } = site;

const getHealth: Operation = {
  id: 'getHealth',
  method: 'get',
  path: PATHS.health,
  tag,
  summary: 'Check the service',
  description: 'Whether the service can durably take a schedule right now. Answers within 250 ms and needs no token.',
  answers: answersOf(
    [
      { status: 204, description: 'The service is operational.', headers: ['X-Request-Id'] },
      refusalOf('service_unavailable', {
        description: 'The store takes no writes, or this process is stopping.',
        message: 'the store takes no writes at the moment',
        headers: ['X-Request-Id', 'Retry-After'],
      }),
    ],
    anywhere,
  ),
};

const listSites: Operation = {
  id: 'listSites',
  method: 'get',
  path: PATHS.sites,
  tag,
  summary: 'List the sites',
  description: 'Every site that the client can see, by name, with what is set. A client without grants sees none.',
  scope: 'sites:read',
  answers: answersOf(
    [
      {
        status: 200,
        description: 'The sites.',
        body: bodyOf(SiteList, { sites: [listedSite] }),
        headers: ['X-Request-Id'],
      },
    ],
    withToken,
  ),
};

const getSite: Operation = {
  id: 'getSite',
  method: 'get',
  path: PATHS.site,
  tag,
  summary: 'Read one site',
  description: 'One site with what is set and the state of each asset group, as its controller last reported it.',
  scope: 'sites:read',
  parameters: [siteIdParameter, ifNoneMatchParameter],
  answers: answersOf(
    [
      {
        status: 200,
        description: 'The site.',
        body: bodyOf(SiteDetails, site),
        headers: ['X-Request-Id', 'ETag', 'Schedule-Version'],
      },
      {
        status: 304,
        description: 'Nothing changed since the body that `If-None-Match` names.',
        headers: ['X-Request-Id', 'ETag', 'Schedule-Version'],
      },
      noAccess,
      noSuchSite,
    ],
    withToken,
  ),
};

export const versionDiffers = refusalOf('precondition_failed', {
  description: 'The schedule of the site is not at the version that `If-Schedule-Version` names.',
  message: 'the schedule of this site is at version 42 now',
});

export const batchTooLarge = refusalOf('payload_too_large', {
  description: `The body is larger than ${LIMITS.maxBodyBytes / 1024 / 1024} MiB, unless the operator set another limit. The connection is closed.`,
  message: `a body holds at most ${LIMITS.maxBodyBytes} bytes`,
});

const catalogueTable = [
  '| command | meaning |',
  '|---|---|',
  ...CATALOGUE.map((row) => `| \`${row.asset}\` \`${row.type}\` | ${row.meaning} (${row.unit}, ${row.sign}) |`),
].join('\n');

const setSchedules: Operation = {
  id: 'setSchedules',
  method: 'post',
  path: PATHS.schedules,
  tag,
  summary: 'Set schedules',
  description: `Replaces everything set for each asset/type pair that the request names, and leaves the others alone. A batch is taken whole or not at all, and a 201 means that it is durable.

- A command without entries clears its pair.
- Ranges are half-open, \`[startAt, endAt)\`, and must not overlap within a pair; instants need an offset.
- For \`bess\`, \`activePowerkW\` and \`optimalSocPcnt\` exclude each other: setting one clears the other, and naming both is refused.
- An activation must fit the bookings that result from the request.

${catalogueTable}`,
  scope: 'schedules:write',
  parameters: [siteIdParameter, ...conditionParameters],
  request: bodyOf(CreateSchedulesBatchRequest, { schedules: [gridLimit, storageSetpoint] }),
  answers: answersOf(
    [
      {
        status: 201,
        description: 'The batch is durable.',
        body: bodyOf(CreateSchedulesBatchResponse, { batchId: BATCH_ID, accepted: 2 }),
        headers: ['X-Request-Id', 'Schedule-Version'],
        mayHave: ['Idempotency-Replayed'],
      },
      badRequest(
        `The request is wrong, and the message says where: the body is no JSON of this shape, a rule of schedules is broken, or there are more than ${LIMITS.maxCommands} commands or ${LIMITS.maxEntries} entries in one. Nothing was changed.`,
        'schedules[1]: grid/upperLimitkW is named twice',
      ),
      noAccess,
      noSuchSite,
      versionDiffers,
      batchTooLarge,
      refusalOf('idempotency_conflict', {
        description: 'The `Idempotency-Key` was used for another site or body.',
        message: 'this Idempotency-Key was used for another request',
      }),
    ],
    ofPost(withTokenAndBody),
  ),
};

export const publicOperations: readonly Operation[] = [listSites, getSite, setSchedules, getHealth];
