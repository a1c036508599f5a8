import { LIMITS } from '../limits.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { badRequest, refusalOf, REFUSALS } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { CATALOGUE } from '../schema/catalogue.ts';
import { CreateSchedulesBatchRequest, CreateSchedulesBatchResponse } from './schema.ts';

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

const setSchedules = {
  id: 'setSchedules',
  method: 'post',
  path: PATHS.schedules,
  tag: 'Sites and schedules',
  summary: 'Set schedules',
  description: `Replaces everything set for each asset/type pair that the request names, and leaves the others alone. A batch is taken whole or not at all, and a 201 means that it is durable.

- A command without entries clears its pair.
- Ranges are half-open, \`[startAt, endAt)\`, and must not overlap within a pair; instants need an offset.
- For \`bess\`, \`activePowerkW\` and \`optimalSocPcnt\` exclude each other: setting one clears the other, and naming both is refused.
- An activation must fit the bookings that result from the request.

${catalogueTable}`,
  scope: 'schedules:write',
  parameters: [PARAMETERS.siteId, PARAMETERS.ifScheduleVersion, PARAMETERS.idempotencyKey],
  request: bodyOf(CreateSchedulesBatchRequest, { schedules: [EXAMPLES.gridLimit, EXAMPLES.storageSetpoint] }),
  success: {
    status: 201,
    description: 'The batch is durable.',
    body: bodyOf(CreateSchedulesBatchResponse, { batchId: EXAMPLES.batchId, accepted: 2 }),
    headers: ['X-Request-Id', 'Schedule-Version'],
    mayHave: ['Idempotency-Replayed'],
  },
  otherwise: [
    badRequest(
      `The request is wrong, and the message says where: the body is no JSON of this shape, a rule of schedules is broken, or there are more than ${LIMITS.maxCommands} commands or ${LIMITS.maxEntries} entries in one. Nothing was changed.`,
      'schedules[1]: grid/upperLimitkW is named twice',
    ),
    REFUSALS.noAccess,
    REFUSALS.noSuchSite,
    versionDiffers,
    batchTooLarge,
    refusalOf('idempotency_conflict', {
      description: 'The `Idempotency-Key` was used for another site or body.',
      message: 'this Idempotency-Key was used for another request',
    }),
  ],
} as const satisfies Operation;

export const scheduleOperations = [setSchedules] as const satisfies readonly Operation[];
