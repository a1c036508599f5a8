import { Type } from 'typebox';
import { EVENT_TYPES } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, withToken } from '../operations/error-answers.ts';
import { BATCH_ID, CLIENT_ID, SITE_ID } from '../operations/examples.ts';
import { answersOf, type Operation } from '../operations/operation.ts';

const example = {
  id: '1.5123.0.0',
  type: 'batch.accepted',
  siteId: SITE_ID,
  at: '2030-01-01T10:00:30.025Z',
  data: { batchId: BATCH_ID, version: 17, clientId: CLIENT_ID, accepted: 1 },
};

export const eventOperations: readonly Operation[] = [
  {
    id: 'streamEvents',
    method: 'get',
    path: PATHS.fleetEvents,
    tag: 'Events',
    scope: 'sites:read',
    summary: 'Listen to what happens',
    description:
      'Server-sent events of the sites that the client can see, each a `FleetEvent` in JSON. Whoever comes back with the last id it saw, as `Last-Event-ID` or `after`, gets every event since, once and in order. Events are kept for 14 days unless the operator says otherwise; who comes back later gets a `log.gap` first.',
    parameters: [
      {
        name: 'types',
        in: 'query',
        required: false,
        description: `Only these, with commas between them: ${EVENT_TYPES.join(', ')}.`,
        schema: { type: 'string' },
      },
      {
        name: 'after',
        in: 'query',
        required: false,
        description: 'The id of the event to go on after, or `oldest`. Left out, only new events are sent.',
        schema: { type: 'string' },
      },
      {
        name: 'follow',
        in: 'query',
        required: false,
        description: 'With `false` the answer ends at the end of the log.',
        schema: { type: 'boolean', default: true },
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'As `after`, which it stands in for.',
        schema: { type: 'string' },
      },
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The events, as long as both sides keep the connection.',
          body: {
            mediaType: 'text/event-stream',
            schema: Type.String(),
            example: `id: ${example.id}\nevent: ${example.type}\ndata: ${JSON.stringify(example)}\n\n`,
          },
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'the id to go on after is none of an event'),
      ],
      withToken,
    ),
  },
];
