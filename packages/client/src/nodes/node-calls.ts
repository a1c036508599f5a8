import { type NodeStatus, PATHS, type ServiceNodeList } from '@setpoint/contract';
import type { Connection } from '../http/connection.ts';

/** How the service is. */
export interface NodeCalls {
  /** How the node is that answers. */
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
