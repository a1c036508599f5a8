import { NodeStatus, ServiceNodeList } from './schema.ts';
import { PATHS } from '../paths.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { REFUSALS } from '../operations/refusals.ts';

const shared = { tag: 'Fleet', scope: 'sites:read', method: 'get' } as const;

export const statusOperations = [
  {
    ...shared,
    id: 'getNodeStatus',
    path: PATHS.fleetStatus,
    summary: 'See how the service is',
    description: 'Of the node that answers. Metrics for all nodes are on their operations ports.',
    success: {
      status: 200,
      description: 'The state of this node and of its store.',
      body: bodyOf(NodeStatus, {
        at: '2030-01-01T10:00:30.000Z',
        softwareVersion: '0.1.0',
        startedAt: '2029-12-24T08:00:00.000Z',
        store: 'sqlite',
        isWritable: true,
        writeMs: 2.4,
        waitingWrites: 0,
        eventLoopDelayMs: 11.2,
      }),
    },
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];

export const nodeOperations = [
  {
    ...shared,
    id: 'listNodes',
    path: PATHS.fleetNodes,
    summary: 'See the nodes of the service',
    description:
      'By name. One that stops in good order is gone at once; one that was lost is listed for a day, or until one of its name is back.',
    success: {
      status: 200,
      description: 'All of them.',
      body: bodyOf(ServiceNodeList, {
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
    },
    otherwise: [REFUSALS.noQuery],
  },
] as const satisfies readonly Operation[];
