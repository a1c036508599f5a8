import { Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, type Parameter } from '../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { badRequest, refusalOf, REFUSALS, tooLarge } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { CATALOGUE } from '../schema/catalogue.ts';
import {
  CreateSchedulesBatchRequest,
  CreateSchedulesBatchResponse,
  SpliceSchedulesRequest,
  SplicedSchedules,
} from './schema.ts';
import { EXAMPLE_COMMANDS } from './example-commands.ts';

export const versionDiffers = refusalOf('precondition_failed', {
  description: 'The schedule of the site is not at the version that `If-Schedule-Version` names.',
  message: 'the schedule of this site is at version 42 now',
  headers: ['X-Request-Id', 'Schedule-Version'],
});

export const batchTooLarge = tooLarge(
  `The body is larger than ${LIMITS.maxBodyBytes / 1024 / 1024} MiB. The connection is closed.`,
  `a body may have at most ${LIMITS.maxBodyBytes} bytes`,
);

const keyReused = refusalOf('idempotency_conflict', {
  description: 'The `Idempotency-Key` was used with another site or body.',
  message: 'this Idempotency-Key was used for another request',
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
  description: `Replaces everything that is set for each asset/type pair in the request, and leaves all other pairs as they are. A batch is accepted or refused as a whole. A 201 means that it is on disk.

- A command without entries clears its pair.
- An entry applies from \`startAt\` up to, but not including, \`endAt\`. Entries of one pair must not overlap. Instants must have an offset.
- For \`bess\`, \`activePowerkW\` and \`optimalSocPcnt\` exclude each other: setting one clears the other, and a request with both is refused.
- An activation (a call for booked power) must fit the bookings as they are after the request.

${catalogueTable}`,
  scope: 'schedules:write',
  parameters: [PARAMETERS.siteId, PARAMETERS.ifScheduleVersion, PARAMETERS.idempotencyKey],
  request: bodyOf(CreateSchedulesBatchRequest, {
    schedules: [EXAMPLE_COMMANDS.gridLimit, EXAMPLE_COMMANDS.storageSetpoint],
  }),
  success: {
    status: 201,
    description: 'The batch is accepted and on disk.',
    body: bodyOf(CreateSchedulesBatchResponse, { batchId: EXAMPLES.batchId, accepted: 2 }),
    headers: ['X-Request-Id', 'Schedule-Version'],
    mayHave: ['Idempotency-Replayed'],
  },
  otherwise: [
    badRequest(
      `The body is not JSON of this shape, breaks a rule of schedules, or has more than ${LIMITS.maxCommands} commands or more than ${LIMITS.maxEntries} entries in one command. The message says where. Nothing was changed.`,
      'schedules[1]: grid/upperLimitkW is named twice, first at schedules[0]',
    ),
    REFUSALS.noAccess,
    REFUSALS.noSuchSite,
    versionDiffers,
    batchTooLarge,
    keyReused,
  ],
} as const satisfies Operation;

const csv = 'Of CSV: ';

const ofCsv = <const One extends Parameter>(parameter: One) => ({ ...parameter, onlyOf: 'text/csv' as const });

const csvWindowParameters = [
  ofCsv(optionalQuery('from', `${csv}the start of the window; the first start in the file if left out.`, INSTANT)),
  ofCsv(
    optionalQuery('to', `${csv}the end of the window, not included; the last end in the file if left out.`, INSTANT),
  ),
] as const;

/** What a file does not say. */
export const csvParameters = [
  ofCsv(optionalQuery('asset', `${csv}the asset of all lines, for a file without this column.`, { type: 'string' })),
  ofCsv(
    optionalQuery('type', `${csv}the command type of all lines, for a file without this column.`, { type: 'string' }),
  ),
  ofCsv(
    optionalQuery('day', `${csv}the date of which the file has the values. The window is the day.`, { type: 'string' }),
  ),
  ofCsv(
    optionalQuery('timeZone', 'With `day`: the name of its time zone; that of the site if left out.', {
      type: 'string',
    }),
  ),
  // Without a default in the schema: generated clients would send it with every body, also where it is refused.
  ofCsv(
    optionalQuery('resolution', 'With `day`: how many minutes each value lasts; 15 if left out.', {
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.maxResolutionMinutes,
    }),
  ),
  ofCsv(
    optionalQuery(
      'dropEnded',
      `${csv}whether to drop entries outside of the window that have ended; not if left out.`,
      {
        type: 'boolean',
      },
    ),
  ),
] as const;

/** A schedule as a table. */
export const csvBody = {
  mediaType: 'text/csv',
  schema: Type.String(),
  example: 'asset,type,startAt,endAt,value\r\ngrid,upperLimitkW,2026-10-25T00:00:00Z,2026-10-25T06:00:00Z,250\r\n',
} as const;

const spliceSchedules = {
  id: 'spliceSchedules',
  method: 'patch',
  path: PATHS.fleetSiteSchedules,
  tag: 'Sites and schedules',
  summary: 'Set schedules in a window of time',
  description: `Replaces what lies in a window of time for each asset/type pair in the request, and leaves everything else as it is, in one step: no other write can come in between. Entries that reach into the window are cut at its edges.

The rules are those of the POST that sets schedules, with these differences:

- Without \`from\` and \`to\`, the window is the day, or the span, of the values. Entries of their own need \`from\` and \`to\`, and so do values of several days.
- All entries in the request must lie in the window. A command without entries clears the window.
- For \`bess\`, \`activePowerkW\` and \`optimalSocPcnt\` exclude each other: naming one clears the other in the window. While the other is set outside of the window, the request is refused.
- An activation in the request must fit the bookings as they are after the request. Activations outside of the window are not checked again.
- Each pair may have at most ${LIMITS.maxEntries} entries afterwards. With \`dropEnded\`, entries that have ended make room.

The body may be CSV (\`text/csv\` in UTF-8; at the path that ends in \`.csv\` it always is) with the columns \`asset\`, \`type\`, \`startAt\`, \`endAt\` and \`value\`; then the query says the rest. With \`day\`, it has the column \`value\` with a line for each interval of a local day, or numbers alone, below a heading or not; an empty cell leaves a gap. Commas, semicolons or tabs separate cells. A number that can be read in two ways (\`1,500\`, \`1.500\`) is refused with both readings, unless another value shows the decimal mark; between semicolons, that is a comma. The message of a 400 names lines and columns.`,
  scope: 'schedules:write',
  parameters: [
    PARAMETERS.siteId,
    ...csvWindowParameters,
    ...csvParameters,
    PARAMETERS.ifScheduleVersion,
    PARAMETERS.idempotencyKey,
  ],
  request: bodyOf(SpliceSchedulesRequest, {
    from: '2026-10-25T00:00:00Z',
    to: '2026-10-26T00:00:00Z',
    schedules: [EXAMPLE_COMMANDS.gridLimit, EXAMPLE_COMMANDS.storageSetpoint],
    dropEnded: true,
  }),
  requestAlsoAs: csvBody,
  success: {
    status: 201,
    description: 'The batch is accepted and on disk.',
    body: bodyOf(SplicedSchedules, {
      batchId: EXAMPLES.batchId,
      accepted: 2,
      dropped: 96,
      window: { from: '2026-10-25T00:00:00.000Z', to: '2026-10-26T00:00:00.000Z', entries: 2 },
    }),
    headers: ['X-Request-Id', 'Schedule-Version'],
    mayHave: ['Idempotency-Replayed'],
  },
  otherwise: [
    badRequest(
      'The body is not JSON of this shape, breaks a rule of schedules, has an entry that reaches beyond the window, or would leave a pair with too many entries. The message says where. Nothing was changed.',
      'schedules[0].entries[3]: grid/upperLimitkW 2026-10-25T23:30:00Z to 2026-10-26T00:30:00Z reaches beyond the window, 2026-10-25T00:00:00Z to 2026-10-26T00:00:00Z',
    ),
    REFUSALS.noAccess,
    REFUSALS.noSuchSite,
    versionDiffers,
    batchTooLarge,
    keyReused,
  ],
} as const satisfies Operation;

export const scheduleOperations = [setSchedules, spliceSchedules] as const satisfies readonly Operation[];
