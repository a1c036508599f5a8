import { MAX_HORIZON_HOURS, OrderList, Report, ReportAnswer, ScheduleSnapshot } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLE_MESSAGES } from './example-messages.ts';
import { optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { bodyOf, type Operation, get, post, remove, ok } from '../operations/operation.ts';
import { badQuery, badRequest, REFUSALS, tooLarge } from '../operations/refusals.ts';

const shared = { tag: 'Controllers', credential: 'controller-key' } as const;
const { order, report, snapshot } = EXAMPLE_MESSAGES;
const { revision } = snapshot;

/** For the controller of a site; over MQTT it exchanges the same documents. */
export const controllerOperations = [
  {
    ...shared,
    id: 'getControllerSchedule',
    head: false,
    ...get(PATHS.controllerSchedule),
    summary: 'Get the schedule of a site',
    description:
      'The snapshot: everything that is set on the site and has not ended. Its `ETag` is the revision. It is compressed for who asks with `Accept-Encoding: gzip`.',
    parameters: [
      optionalQuery(
        'horizonHours',
        'Leaves out what begins later than this many hours ahead, for controllers with little memory. The revision then changes every hour.',
        { type: 'integer', minimum: 1, maximum: MAX_HORIZON_HOURS },
      ),
      { ...PARAMETERS.ifNoneMatch, example: `"${revision}"` },
      {
        name: 'Prefer',
        in: 'header',
        required: false,
        description: 'With `If-None-Match`: `wait=50` waits up to 50 seconds for a change; at most 55.',
        schema: { type: 'string' },
        example: 'wait=50',
      },
    ],
    success: {
      status: 200,
      description: 'The snapshot.',
      body: bodyOf(ScheduleSnapshot, snapshot),
      headers: ['X-Request-Id', 'ETag'],
    },
    otherwise: [
      {
        status: 304,
        description: 'The revision that `If-None-Match` names is still current.',
        headers: ['X-Request-Id', 'ETag'],
      },
      badQuery(`horizonHours must be a whole number from 1 to ${MAX_HORIZON_HOURS}`),
    ],
  },
  {
    ...shared,
    id: 'getControllerOrder',
    head: false,
    ...get(PATHS.controllerOrder),
    summary: 'Get the orders of a site',
    description:
      'The orders of pools in force on the site, for controllers that say in their reports that they take orders. An order that ends earlier than it said is left out. Its `ETag` names what is in the list.',
    parameters: [
      { ...PARAMETERS.ifNoneMatch, example: '"o-2f4e8b1d"' },
      {
        name: 'Prefer',
        in: 'header',
        required: false,
        description: 'With `If-None-Match`: `wait=50` waits up to 50 seconds for another order; at most 55.',
        schema: { type: 'string' },
        example: 'wait=50',
      },
    ],
    success: {
      status: 200,
      description: 'The orders in force.',
      body: bodyOf(OrderList, { orders: [order] }),
      headers: ['X-Request-Id', 'ETag'],
    },
    otherwise: [
      {
        status: 304,
        description: 'The list that `If-None-Match` names is still the current one.',
        headers: ['X-Request-Id', 'ETag'],
      },
      REFUSALS.noQuery,
    ],
  },
  {
    ...shared,
    id: 'sendReport',
    ...post(PATHS.controllerReport),
    summary: 'Report the state of a site',
    description:
      'A 200 means that the report is on disk. If the revision in the answer is not the one that the controller has applied, it should get the schedule.',
    request: bodyOf(Report, report),
    success: ok('The report is on disk, or was dropped because a newer one is.', ReportAnswer, {
      revision,
      serverTime: '2030-01-01T10:00:30.025Z',
    }),
    otherwise: [
      badRequest(
        'The report is malformed. The message says where, and is kept as the last protocol error of the site.',
        'devices: site/b1: soc 101 must be between 0 and 100',
      ),
      tooLarge('The report is larger than 1 MiB. The connection is closed.', 'a body may have at most 1048576 bytes'),
    ],
  },
  {
    ...shared,
    id: 'endControllerSession',
    ...remove(PATHS.controllerSession),
    summary: 'End a session',
    description: 'The controller is stopping. Its site is offline at once, unless another session has taken over.',
    parameters: [
      {
        name: 'session',
        in: 'path',
        required: true,
        description: 'The `session` of the reports.',
        schema: { type: 'string' },
        example: '0b6f',
      },
    ],
    success: { status: 204, description: 'The session has ended.' },
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];
