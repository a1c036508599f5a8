import { Type, type Static } from 'typebox';
import {
  boolean,
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  titled,
} from '../schema/fields.ts';

export const NODE_STATES = ['serving', 'draining', 'lost'] as const;

// Who knows it knows which faults to look for.
const ELSE_NULL = 'null for callers without `fleet:admin` or `audit:read`.';
const softwareVersion = () => textOrNull(ELSE_NULL);
// Who knows how busy the service is knows what happens on the sites of others.
const waitingWrites = integerOrNull(`The number of writes that are waiting to be committed; ${ELSE_NULL}`);
const eventLoopDelayMs = numberOrNull(
  `The 99th percentile of the event-loop delay over about the last minute; ${ELSE_NULL}`,
);

export const ServiceNode = titled(
  'ServiceNode',
  {
    nodeId: text('The node.'),
    nodeName: textOrNull(`its host name and port; ${ELSE_NULL}`),
    softwareVersion: softwareVersion(),
    startedAt: instant('When the process started.'),
    seenAt: instant('When the node last updated this record. It does so every 10 s.'),
    state: oneOf(
      NODE_STATES,
      '`serving`: at work. `draining`: about to stop. `lost`: not heard from for a minute; the figures are as old as `seenAt`.',
    ),
    isChosen: boolean('Whether this is the chosen node, which does the work that only one node may do.'),
    controllers: integer('The number of controllers connected over MQTT, or waiting for a schedule over HTTPS.'),
    waitingWrites,
    commitMs: numberOrNull(
      'The 99th percentile of the time of a commit over about the last minute; null if there was none, and for callers without `fleet:admin` or `audit:read`.',
    ),
    eventLoopDelayMs,
  },
  { description: 'One process of the service, as it last described itself.' },
);
export type ServiceNode = Static<typeof ServiceNode>;

export const ServiceNodeList = titled('ServiceNodeList', {
  at: instant('The instant that the answer describes.'),
  answeredBy: text('The id of the node that answered.'),
  nodes: Type.Array(ServiceNode),
});
export type ServiceNodeList = Static<typeof ServiceNodeList>;

export const NodeStatus = titled(
  'NodeStatus',
  {
    at: instant('The instant that the answer describes.'),
    softwareVersion: softwareVersion(),
    startedAt: instant('When the process started.'),
    store: oneOf(['sqlite', 'postgresql']),
    isWritable: boolean('Whether a write to disk has just succeeded in time.'),
    writeMs: numberOrNull(
      'How long that write took; null if it failed, and for callers without `fleet:admin` or `audit:read`.',
    ),
    waitingWrites,
    eventLoopDelayMs,
    clockProblem: textOrNull(
      `A sentence that says how the clock is wrong and until when deletions wait; null if it is right, and ${ELSE_NULL}`,
    ),
    mqttControllers: integerOrNull(`The number of controllers connected to this node over MQTT; ${ELSE_NULL}`),
    mqttConnections: integerOrNull(
      `The number of connections to the MQTT ports of this node: controllers, clients that ask pools, and those that have not signed in; ${ELSE_NULL}`,
    ),
    mostMqttConnections: integerOrNull(`The most connections that these ports take, 0 without a port; ${ELSE_NULL}`),
    diskFreeBytes: integerOrNull(
      `The free space of the disk that the database file is on; null with PostgreSQL, where it is not known, and ${ELSE_NULL}`,
    ),
    diskBytes: integerOrNull(`The size of that disk; null with PostgreSQL, where it is not known, and ${ELSE_NULL}`),
    lastBackupAt: instantOrNull(
      `When the latest valid backup was made; null if the service makes none, if another node makes them, and ${ELSE_NULL}`,
    ),
    certificateEndsAt: instantOrNull(
      `When the certificate of \`SETPOINT_TLS_CERT\` ends; null if there is none, and ${ELSE_NULL}`,
    ),
  },
  { description: 'The state of the node that answered.' },
);
export type NodeStatus = Static<typeof NodeStatus>;
