import { NodeStatus, ServiceNodeList } from './schema.ts';
import { PATHS } from '../paths.ts';
import { type Operation, ok } from '../operations/operation.ts';
import { REFUSALS } from '../operations/refusals.ts';

const shared = { tag: 'Fleet', scope: 'sites:read', method: 'get' } as const;

export const statusOperations = [
  {
    ...shared,
    id: 'getNodeStatus',
    path: PATHS.fleetStatus,
    summary: 'Read the state of this node',
    description: 'The state of the node that answers. The metrics of each node are on its operations port.',
    success: ok('The state of the node and of its store.', NodeStatus, {
      at: '2030-01-01T10:00:30.000Z',
      softwareVersion: '0.1.0',
      startedAt: '2029-12-24T08:00:00.000Z',
      store: 'sqlite',
      isWritable: true,
      writeMs: 2.4,
      waitingWrites: 0,
      eventLoopDelayMs: 11.2,
      clockProblem: null,
      mqttControllers: 812,
      mqttConnections: 815,
      mostMqttConnections: 32_768,
      diskFreeBytes: 41_203_515_392,
      diskBytes: 64_424_509_440,
      lastBackupAt: '2030-01-01T09:30:02.000Z',
      certificateEndsAt: '2030-03-15T00:00:00.000Z',
    }),
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];

export const nodeOperations = [
  {
    ...shared,
    id: 'listNodes',
    path: PATHS.fleetNodes,
    summary: 'List the nodes of the service',
    description:
      'All nodes, sorted by name. A node that stops normally disappears at once. A lost node stays for a day, or until a node of the same name starts.',
    success: ok('All nodes.', ServiceNodeList, {
      at: '2030-01-01T10:00:30.000Z',
      answeredBy: '5c0ffee5e11e',
      nodes: [
        {
          nodeId: '5c0ffee5e11e',
          nodeName: 'setpoint-1:8080',
          softwareVersion: '0.1.0',
          startedAt: '2029-12-24T08:00:00.000Z',
          seenAt: '2030-01-01T10:00:24.310Z',
          state: 'serving',
          isChosen: true,
          controllers: 4_982,
          waitingWrites: 3,
          commitMs: 4.1,
          eventLoopDelayMs: 1.6,
        },
        {
          nodeId: 'ba5eba11ca11',
          nodeName: 'setpoint-2:8080',
          softwareVersion: '0.1.0',
          startedAt: '2029-12-24T08:02:00.000Z',
          seenAt: '2030-01-01T09:41:02.870Z',
          state: 'lost',
          isChosen: false,
          controllers: 0,
          waitingWrites: 0,
          commitMs: null,
          eventLoopDelayMs: 0.4,
        },
      ],
    }),
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];
