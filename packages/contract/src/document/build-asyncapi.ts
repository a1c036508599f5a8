import type { TSchema } from 'typebox';
import { collectSchemas, type SchemaCollection } from './collect-schemas.ts';
import {
  KEEP_ALIVE_SECONDS,
  Order,
  Report,
  ScheduleSnapshot,
  TOPIC_PATTERNS,
  type TopicKind,
} from '../gateway/schema.ts';
import { EXAMPLE_MESSAGES } from '../gateway/example-messages.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { POOL_ID } from '../pools/operations.ts';
import { EXAMPLE_SIGNALS } from '../pools/signals/example-signals.ts';
import { PoolSignal, PutSignalRequest, RefusedSignal } from '../pools/signals/schema.ts';
import { POOL_TOPIC_PATTERNS, type PoolTopicKind } from '../pools/signals/pool-topic.ts';
import { PATHS } from '../paths.ts';

type Json = Readonly<Record<string, unknown>>;

export interface AsyncapiDocument extends Json {
  readonly asyncapi: '3.0.0';
  readonly servers: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'messages' | 'securitySchemes', Json>>;
}

/** Where controllers and clients connect by MQTT, as `host:port`; left out for a port that is closed. */
export interface MqttHosts {
  readonly plain?: string | undefined;
  readonly encrypted?: string | undefined;
}

const BINDING = { bindingVersion: '0.2.0' } as const;

/** Describes what the service exchanges by MQTT with controllers, and with clients, as an AsyncAPI 3 document. */
export function buildAsyncapi(publicUrl: string, hosts: MqttHosts): AsyncapiDocument {
  const { fullReport, order, report, snapshot } = EXAMPLE_MESSAGES;
  const { asked, refused, taken, unreadable } = EXAMPLE_SIGNALS;
  const schemas = collectSchemas();
  const messages = {
    scheduleSnapshot: writeMessage(schemas, ScheduleSnapshot, { snapshot }),
    order: writeMessage(schemas, Order, { order }),
    report: writeMessage(schemas, Report, { 'the first of a session': fullReport, 'nothing changed': report }),
    poolSignal: writeMessage(schemas, PutSignalRequest, { asked }),
    poolAnswer: writeMessage(schemas, PoolSignal, { taken }),
    poolRefusal: writeMessage(schemas, RefusedSignal, { refused, unreadable }),
  };
  return {
    asyncapi: '3.0.0',
    info: { ...INFO, externalDocs: { url: publicUrl + PATHS.reference, description: 'The interface over HTTPS.' } },
    defaultContentType: 'application/json',
    servers: {
      ...(hosts.encrypted === undefined ? {} : { mqtts: writeServer('secure-mqtt', hosts.encrypted) }),
      ...(hosts.plain === undefined ? {} : { mqtt: writeServer('mqtt', hosts.plain) }),
    },
    channels: {
      schedule: writeChannel('schedule', 'scheduleSnapshot'),
      order: writeChannel('order', 'order'),
      report: writeChannel('report', 'report'),
      poolSignal: writePoolChannel('signal', ['poolSignal']),
      poolAnswer: writePoolChannel('answer', ['poolAnswer', 'poolRefusal']),
    },
    operations: { ...CONTROLLER_OPERATIONS, ...CLIENT_OPERATIONS },
    components: {
      schemas: schemas.byTitle(),
      messages,
      securitySchemes: { siteKey: SITE_KEY, clientSecret: CLIENT_SECRET },
    },
  };
}

const CONTROLLER_OPERATIONS: Json = {
  sendSchedule: {
    ...writeOperation('send', 'schedule', ['scheduleSnapshot']),
    summary: 'Send the whole schedule of a site to its controller.',
    description:
      'Sent when the controller subscribes, when the schedule changes, and when a report names another revision; again only now and then to a controller whose reports keep naming the same other one. Never retained. Subscribe to the topic with `/48h` behind it, or another number of hours up to 8784, to be sent only what begins within them; the revision then changes every hour.',
  },
  sendOrder: {
    ...writeOperation('send', 'order', ['order']),
    summary: 'Send a site its share of what a pool is asked for.',
    description:
      'Sent when the controller subscribes, if there is one in force, and with every signal of a pool that the site is a member of. Subscribe where the snapshot offers `orders`, and say so in the reports with `takes`. It ends by itself at `validUntil`.',
  },
  receiveReport: {
    ...writeOperation('receive', 'report', ['report']),
    summary: 'Receive the state of a site from its controller.',
    description:
      'Sent every 30 s, right after connecting, and right after applying a snapshot. PUBACK means that the report is on disk. A malformed report is acknowledged too, but dropped, and kept as the last protocol error of the site. QoS 0 is accepted; QoS 2 ends the connection.',
  },
};

const CLIENT_OPERATIONS: Json = {
  receivePoolSignal: {
    ...writeOperation('receive', 'poolSignal', ['poolSignal']),
    summary: 'Receive what a client asks a pool for.',
    description:
      'The same as `PUT /api/v1/fleet/pools/{poolId}/signal`: the same checks, which are made for each message, and the same answer. PUBACK means that the signal is on disk, divided, or refused. One signal of a connection is taken after the other. QoS 0 is accepted; QoS 2, or more than 8 KiB, ends the connection.',
    security: [{ $ref: '#/components/securitySchemes/clientSecret' }],
    reply: {
      channel: { $ref: '#/channels/poolAnswer' },
      messages: [
        { $ref: '#/channels/poolAnswer/messages/poolAnswer' },
        { $ref: '#/channels/poolAnswer/messages/poolRefusal' },
      ],
    },
  },
  sendPoolAnswer: {
    ...writeOperation('send', 'poolAnswer', ['poolAnswer', 'poolRefusal']),
    summary: 'Tell a client what became of its signal.',
    description:
      'Sent to the connection that sent the signal, if it has subscribed, before the PUBACK of the signal. A signal that is sent again has its first answer again. Never retained.',
    security: [{ $ref: '#/components/securitySchemes/clientSecret' }],
  },
};

const INFO: Json = {
  title: 'Setpoint over MQTT',
  version: '1.0.0',
  description:
    'The messages between the service and controllers, the programs that carry out schedules on energy sites. A controller accepts every snapshot whose revision differs from the one it has, writes it to disk, applies all of it, and reports. The same documents travel over HTTPS. "Set schedules" in the interface over HTTPS explains each command: for example, `activePowerkW` is a setpoint (the power to keep), and `afrrImportBookingkW` a booking of aFRR (power that the site keeps free for the grid operator). A client may ask its pools for power here too, as it does over HTTPS.',
  license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const SITE_KEY: Json = {
  type: 'userPassword',
  description:
    'The user name and the client id are both the site id; the password is a valid controller key of the site.',
};

const CLIENT_SECRET: Json = {
  type: 'userPassword',
  description:
    'The user name is the id of a client, the password one of its secrets. The client id of MQTT is free; a new connection with the same one replaces the old one. Such a connection may ask pools, and nothing else.',
};

function writeServer(protocol: 'mqtt' | 'secure-mqtt', host: string): Json {
  return {
    host,
    protocol,
    protocolVersion: '3.1.1',
    description:
      'One connection per site: a new one replaces the old one. The client id of a controller is the site id. Wills are ignored, and every session is clean.',
    security: [{ $ref: '#/components/securitySchemes/siteKey' }, { $ref: '#/components/securitySchemes/clientSecret' }],
    bindings: {
      mqtt: { clientId: '{siteId}', cleanSession: true, keepAlive: KEEP_ALIVE_SECONDS, ...BINDING },
    },
  };
}

function writeChannel(kind: TopicKind, message: string): Json {
  return {
    address: TOPIC_PATTERNS[kind],
    parameters: {
      siteId: {
        description:
          'The site of the connection. A subscription for any other site is refused (SUBACK 0x80); a publish to any other ends the connection.',
        examples: [EXAMPLES.siteId],
      },
    },
    messages: { [message]: { $ref: `#/components/messages/${message}` } },
  };
}

function writePoolChannel(kind: PoolTopicKind, messages: readonly string[]): Json {
  return {
    address: POOL_TOPIC_PATTERNS[kind],
    parameters: {
      poolId: {
        description:
          'A pool that the client has a grant of. Signals to any other are answered as if there were no such pool.',
        examples: [POOL_ID],
      },
    },
    messages: referTo('components/messages', messages),
  };
}

function referTo(place: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/${place}/${name}` }]));
}

function writeOperation(action: 'send' | 'receive', channel: string, messages: readonly string[]): Json {
  // The next order makes up for a lost one.
  const qos = channel === 'order' ? 0 : 1;
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: messages.map((message) => ({ $ref: `#/channels/${channel}/messages/${message}` })),
    bindings: { mqtt: { qos, retain: false, ...BINDING } },
  };
}

function writeMessage(schemas: SchemaCollection, schema: TSchema, examples: Readonly<Record<string, unknown>>): Json {
  return {
    contentType: 'application/json',
    payload: schemas.add(schema),
    examples: Object.entries(examples).map(([name, payload]) => ({ name, payload })),
  };
}
