import { Report, ReportAnswer, ScheduleSnapshot } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLE_MESSAGES } from './example-messages.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { badRequest, refusalOf, REFUSALS } from '../operations/refusals.ts';

const shared = { tag: 'Controllers', credential: 'controller-key' } as const;
const { report, snapshot } = EXAMPLE_MESSAGES;
const { revision } = snapshot;

/** What the controller on a site asks; over MQTT it exchanges the same documents. */
export const controllerOperations = [
  {
    ...shared,
    id: 'getControllerSchedule',
    method: 'get',
    path: PATHS.controllerSchedule,
    summary: 'Get the schedule of a site',
    description: 'Everything set that has not ended, under the name of its revision.',
    parameters: [
      { ...PARAMETERS.ifNoneMatch, example: `"${revision}"` },
      {
        name: 'Prefer',
        in: 'header',
        required: false,
        description: '`wait=50` with `If-None-Match` waits up to so many seconds for a change, 55 at most.',
        schema: { type: 'string' },
        example: 'wait=50',
      },
    ],
    success: {
      status: 200,
      description: 'The schedule.',
      body: bodyOf(ScheduleSnapshot, snapshot),
      headers: ['X-Request-Id', 'ETag'],
    },
    otherwise: [
      {
        status: 304,
        description: 'The revision that `If-None-Match` names is still the current one.',
        headers: ['X-Request-Id', 'ETag'],
      },
      REFUSALS.noQuery,
    ],
  },
  {
    ...shared,
    id: 'sendReport',
    method: 'post',
    path: PATHS.controllerReport,
    summary: 'Report the state of a site',
    description: 'The 200 means that the report is durable. Its revision tells whether the schedule changed.',
    request: bodyOf(Report, report),
    success: {
      status: 200,
      description: 'The report is durable, or an older one than the last.',
      body: bodyOf(ReportAnswer, { revision, serverTime: '2030-01-01T10:00:30.025Z' }),
    },
    otherwise: [
      badRequest(
        'The report is malformed, and the message says where. It is kept as the last protocol error of the site.',
        'devices: site/b1: soc 101 must lie between 0 and 100',
      ),
      refusalOf('payload_too_large', {
        description: 'The report is larger than 1 MiB. The connection is closed.',
        message: 'a body holds at most 1048576 bytes',
      }),
    ],
  },
  {
    ...shared,
    id: 'endControllerSession',
    method: 'delete',
    path: PATHS.controllerSession,
    summary: 'Say goodbye',
    description: 'The controller stops: its site is offline, unless another session took over since.',
    parameters: [
      {
        name: 'session',
        in: 'path',
        required: true,
        description: 'As the reports name it.',
        schema: { type: 'string' },
        example: '0b6f',
      },
    ],
    success: { status: 204, description: 'Noted.' },
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];
