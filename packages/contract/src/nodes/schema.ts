import { Type, type Static } from 'typebox';

const strict = { additionalProperties: false } as const;

export const NODE_STATES = ['serving', 'draining', 'lost'] as const;

export const ServiceNode = Type.Object(
  {
    nodeId: Type.String(),
    nodeName: Type.String({ description: '`SETPOINT_NODE_NAME`, or the name of its host with its port.' }),
    softwareVersion: Type.String(),
    startedAt: Type.String({ format: 'date-time' }),
    seenAt: Type.String({ format: 'date-time', description: 'When it told of itself last, which it does every 10 s.' }),
    state: Type.Enum([...NODE_STATES], {
      description: '`draining`: about to stop. `lost`: not heard of for a minute, and what it told is as old as that.',
    }),
    isChosen: Type.Boolean({ description: 'Whether it does the work that one node does for all.' }),
    controllers: Type.Integer({ description: 'Connected by MQTT, or waiting for a schedule over HTTPS.' }),
    waitingWrites: Type.Integer({ description: 'Accepted and not yet durable.' }),
    commitMs: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'What a commit took at most, 99 of 100 times in the last minute or so; null when there was none.',
    }),
    eventLoopDelayMs: Type.Number({
      description: 'By how much work came late, 99 of 100 times, in the last minute or so.',
    }),
  },
  { ...strict, title: 'ServiceNode', description: 'One process of the service, as it told of itself.' },
);
export type ServiceNode = Static<typeof ServiceNode>;

export const ServiceNodeList = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    answeredBy: Type.String({ description: 'The id of the node that answers.' }),
    nodes: Type.Array(ServiceNode),
  },
  { ...strict, title: 'ServiceNodeList' },
);
export type ServiceNodeList = Static<typeof ServiceNodeList>;
