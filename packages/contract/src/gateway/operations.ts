import { Report, ReportAnswer, ScheduleSnapshot } from './schema.ts';
import { PATHS } from '../paths.ts';
import { anywhere, badRequest, failed, notJson, ofPost, tooManyRequests } from '../operations/error-answers.ts';
import { report, snapshot } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from '../operations/operation.ts';
import { ifNoneMatchParameter } from '../operations/parameters.ts';

const shared = { tag: 'Controllers', credential: 'controller-key' } as const;
const { revision: REVISION } = snapshot;

const noLiveKey = refusalOf('unauthorized', {
  name: 'NoLiveKey',
  description: 'There is no live controller key with the request.',
  message: 'a live controller key is required: Authorization: Bearer <key>',
  headers: ['X-Request-Id', 'WWW-Authenticate'],
});
const withKey = [...anywhere, noLiveKey, tooManyRequests, failed];
const noQuery = badRequest(
  'The path takes no query parameters.',
  'unknown query parameter "page"; this path takes none',
);

const revisionParameter = { ...ifNoneMatchParameter, example: `"${REVISION}"` };

/** What the controller on a site asks; over MQTT it exchanges the same documents. */
export const controllerOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'getControllerSchedule',
    method: 'get',
    path: PATHS.controllerSchedule,
    summary: 'Get the schedule of a site',
    description: 'Everything set that has not ended, under the name of its revision.',
    parameters: [
      revisionParameter,
      {
        name: 'Prefer',
        in: 'header',
        required: false,
        description: '`wait=50` with `If-None-Match` waits up to so many seconds for a change, 55 at most.',
        schema: { type: 'string' },
        example: 'wait=50',
      },
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The schedule.',
          body: bodyOf(ScheduleSnapshot, snapshot),
          headers: ['X-Request-Id', 'ETag'],
        },
        {
          status: 304,
          description: 'The revision that `If-None-Match` names is still the current one.',
          headers: ['X-Request-Id', 'ETag'],
        },
        noQuery,
      ],
      withKey,
    ),
  },
  {
    ...shared,
    id: 'sendReport',
    method: 'post',
    path: PATHS.controllerReport,
    summary: 'Report the state of a site',
    description: 'The 200 means that the report is durable. Its revision tells whether the schedule changed.',
    request: bodyOf(Report, report),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The report is durable, or an older one than the last.',
          body: bodyOf(ReportAnswer, { revision: REVISION, serverTime: '2030-01-01T10:00:30.025Z' }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The report is malformed, and the message says where. It is kept as the last protocol error of the site.',
          'devices: site/b1: soc 101 must lie between 0 and 100',
        ),
        refusalOf('payload_too_large', {
          description: 'The report is larger than 1 MiB. The connection is closed.',
          message: 'a body holds at most 1048576 bytes',
        }),
        notJson,
      ],
      ofPost(withKey),
    ),
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
    answers: answersOf([{ status: 204, description: 'Noted.', headers: ['X-Request-Id'] }, noQuery], withKey),
  },
];
