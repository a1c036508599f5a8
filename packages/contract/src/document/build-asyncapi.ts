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
import { PATHS } from '../paths.ts';

type Json = Readonly<Record<string, unknown>>;

export interface AsyncapiDocument extends Json {
  readonly asyncapi: '3.0.0';
  readonly servers: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'messages' | 'securitySchemes', Json>>;
}

/** Where controllers connect by MQTT, as `host:port`; left out for a port that is closed. */
export interface MqttHosts {
  readonly plain?: string | undefined;
  readonly encrypted?: string | undefined;
}

const BINDING = { bindingVersion: '0.2.0' } as const;

/** Describes what the service sends to controllers by MQTT, and receives from them, as an AsyncAPI 3 document. */
export function buildAsyncapi(publicUrl: string, hosts: MqttHosts): AsyncapiDocument {
  const { fullReport, order, report, snapshot } = EXAMPLE_MESSAGES;
  const schemas = collectSchemas();
  const messages = {
    scheduleSnapshot: writeMessage(schemas, ScheduleSnapshot, { snapshot }),
    order: writeMessage(schemas, Order, { order }),
    report: writeMessage(schemas, Report, { 'the first of a session': fullReport, 'nothing changed': report }),
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
    },
    operations: {
      sendSchedule: {
        ...writeOperation('send', 'schedule', 'scheduleSnapshot'),
        summary: 'Send the whole schedule of a site to its controller.',
        description:
          'Sent when the controller subscribes, when the schedule changes, and when a report names another revision; again only now and then to a controller whose reports keep naming the same other one. Never retained. Subscribe to the topic with `/48h` behind it, or another number of hours up to 8784, to be sent only what begins within them; the revision then changes every hour.',
      },
      sendOrder: {
        ...writeOperation('send', 'order', 'order'),
        summary: 'Send a site its share of what a pool is asked for.',
        description:
          'Sent when the controller subscribes, if there is one in force, and with every signal of a pool that the site is a member of. Subscribe where the snapshot offers `orders`, and say so in the reports with `takes`. It ends by itself at `validUntil`.',
      },
      receiveReport: {
        ...writeOperation('receive', 'report', 'report'),
        summary: 'Receive the state of a site from its controller.',
        description:
          'Sent every 30 s, right after connecting, and right after applying a snapshot. PUBACK means that the report is on disk. A malformed report is acknowledged too, but dropped, and kept as the last protocol error of the site. QoS 0 is accepted; QoS 2 ends the connection.',
      },
    },
    components: { schemas: schemas.byTitle(), messages, securitySchemes: { siteKey: SITE_KEY } },
  };
}

const INFO: Json = {
  title: 'Setpoint: controllers over MQTT',
  version: '1.0.0',
  description:
    'What the service exchanges with controllers, the programs that carry out schedules on energy sites. A controller accepts every snapshot whose revision differs from the one it has, writes it to disk, applies all of it, and reports. The same documents travel over HTTPS. What each command means is under "Set schedules" in the interface over HTTPS: for example, `activePowerkW` is a setpoint (the power to keep), and `afrrImportBookingkW` a booking of aFRR (power that the site keeps free for the grid operator).',
  license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const SITE_KEY: Json = {
  type: 'userPassword',
  description:
    'The user name and the client id are both the site id; the password is a valid controller key of the site.',
};

function writeServer(protocol: 'mqtt' | 'secure-mqtt', host: string): Json {
  return {
    host,
    protocol,
    protocolVersion: '3.1.1',
    description:
      'One connection per site: a new one replaces the old one. The client id is the site id. Wills are ignored, and every session is clean.',
    security: [{ $ref: '#/components/securitySchemes/siteKey' }],
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

function writeOperation(action: 'send' | 'receive', kind: TopicKind, message: string): Json {
  // The next order makes up for a lost one.
  const qos = kind === 'order' ? 0 : 1;
  return {
    action,
    channel: { $ref: `#/channels/${kind}` },
    messages: [{ $ref: `#/channels/${kind}/messages/${message}` }],
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
