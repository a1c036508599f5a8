import { Type } from 'typebox';
import { FleetEvent } from './fleet-event.ts';
import { EVENT_PLACE, EventGap, EventLogPosition, EventTypeName } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { eventStreamOf, type Operation, get } from '../operations/operation.ts';
import { optionalHeader, optionalQuery } from '../operations/parameters.ts';
import { badQuery, notFound } from '../operations/refusals.ts';

const first = { type: 'log.position', id: '1.5122.0.0' };

function messageOf(event: string, data: { readonly id: string }): string {
  return `id: ${data.id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const place = { type: 'string', pattern: EVENT_PLACE } as const;

const example = {
  id: '1.5123.0.0',
  type: 'batch.accepted',
  siteId: EXAMPLES.siteId,
  at: '2030-01-01T10:00:30.025Z',
  data: {
    batchId: EXAMPLES.batchId,
    version: 17,
    clientId: EXAMPLES.clientId,
    actor: { kind: 'client', id: EXAMPLES.clientId },
    commands: [{ asset: 'grid', type: 'upperLimitkW', isCleared: false }],
  },
};

const noSuchSiteOrPool = notFound(
  'There is no such site or pool, or the client cannot see it.',
  'there is no such site',
);

export const eventOperations = [
  {
    id: 'streamEvents',
    head: false,
    ...get(PATHS.fleetEvents),
    tag: 'Events',
    scope: 'sites:read',
    summary: 'Read and tail events',
    description:
      'A stream of server-sent events, for the sites and pools that the client can see, and for alerts and seals of the audit log if it has the scope `fleet:admin` or `audit:read`; the `data` of each is a `FleetEvent` in JSON. If events behind the id that was sent are gone, the first message is a `log.gap` (`EventGap`). Then comes a `log.position` (`EventLogPosition`), the place to resume from; others come in place of events that are not for the client, if it sees all sites or does not wait for more. A client that reconnects with the last id it saw, as `Last-Event-ID` or `after`, gets every later event once, in order. Events are kept for 14 days.',
    parameters: [
      {
        ...optionalQuery('types', 'Only these types, separated by commas.', {
          type: 'array',
          items: EventTypeName,
          minItems: 1,
        }),
        explode: false,
      },
      optionalQuery('siteId', 'Only what happened on this site. It takes a grant of the site.', {
        type: 'string',
        format: 'uuid',
      }),
      optionalQuery(
        'poolId',
        'Only what happened to this pool, and on the sites that were its members at the time. It takes a grant of the pool.',
        { type: 'string', format: 'uuid' },
      ),
      optionalQuery(
        'after',
        'The id of the event to continue after, or `oldest`. If left out, only new events are sent.',
        place,
      ),
      optionalQuery('follow', 'With `false`, the answer ends at the end of the log.', {
        type: 'boolean',
        default: true,
      }),
      optionalHeader('Last-Event-ID', 'The same as `after`, and used instead of it.', place),
    ],
    success: {
      status: 200,
      description: 'The events, until either side closes the connection.',
      body: eventStreamOf(
        Type.Union([FleetEvent, EventGap, EventLogPosition]),
        messageOf('log.position', first) + messageOf(example.type, example),
      ),
    },
    otherwise: [badQuery('the id to continue after is not the id of an event'), noSuchSiteOrPool],
  },
] as const satisfies readonly Operation[];
