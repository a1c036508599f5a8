import { Type, type Static } from 'typebox';
import { boolean, instant, integer, number, numberOrNull, oneOf, text, titled } from '../schema/fields.ts';

export const NODE_STATES = ['serving', 'draining', 'lost'] as const;

export const ServiceNode = titled(
  'ServiceNode',
  {
    nodeId: text(),
    nodeName: text('`SETPOINT_NODE_NAME`, or the name of its host with its port.'),
    softwareVersion: text(),
    startedAt: instant(),
    seenAt: instant('When it told of itself last, which it does every 10 s.'),
    state: oneOf(
      NODE_STATES,
      '`draining`: about to stop. `lost`: not heard of for a minute, and what it told is as old as that.',
    ),
    isChosen: boolean('Whether it does the work that one node does for all.'),
    controllers: integer('Connected by MQTT, or waiting for a schedule over HTTPS.'),
    waitingWrites: integer('Accepted and not yet durable.'),
    commitMs: numberOrNull(
      'What a commit took at most, 99 of 100 times in the last minute or so; null when there was none.',
    ),
    eventLoopDelayMs: number('By how much work came late, 99 of 100 times, in the last minute or so.'),
  },
  { description: 'One process of the service, as it told of itself.' },
);
export type ServiceNode = Static<typeof ServiceNode>;

export const ServiceNodeList = titled('ServiceNodeList', {
  at: instant(),
  answeredBy: text('The id of the node that answers.'),
  nodes: Type.Array(ServiceNode),
});
export type ServiceNodeList = Static<typeof ServiceNodeList>;

export const NodeStatus = titled(
  'NodeStatus',
  {
    at: instant(),
    softwareVersion: text(),
    startedAt: instant(),
    store: oneOf(['sqlite', 'postgresql']),
    isWritable: boolean('Whether a durable write went through in time just now.'),
    writeMs: numberOrNull('How long it took; null if it failed.'),
    waitingWrites: integer('Accepted and not yet durable.'),
    eventLoopDelayMs: number('By how much work came late, 99 of 100 times, in the last minute or so.'),
  },
  { description: 'How the node is that answers.' },
);
export type NodeStatus = Static<typeof NodeStatus>;
