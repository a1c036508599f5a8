import { type NodeStatus, PATHS, type ServiceNodeList } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** The state of the service. */
export interface NodeCalls {
  /** The state of the node that answers. */
  readStatus(): Promise<NodeStatus>;
  /** All nodes of the service. */
  listNodes(): Promise<ServiceNodeList>;
}

export function createNodeCalls({ ask }: Connection): NodeCalls {
  return {
    readStatus: () => ask({ method: 'GET', path: PATHS.fleetStatus }),
    listNodes: () => ask({ method: 'GET', path: PATHS.fleetNodes }),
  };
}
