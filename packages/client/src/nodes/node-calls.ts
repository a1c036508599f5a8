import { type NodeStatus, PATHS, type ServiceNodeList } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The state of the service. */
export interface NodeCalls {
  /** The state of the node that answers. */
  readStatus(options?: CallOptions): Promise<NodeStatus>;
  /** All nodes of the service. */
  listNodes(options?: CallOptions): Promise<ServiceNodeList>;
}

export function createNodeCalls({ ask }: Connection): NodeCalls {
  return {
    readStatus: (options) => ask({ method: 'GET', path: PATHS.fleetStatus }, options),
    listNodes: (options) => ask({ method: 'GET', path: PATHS.fleetNodes }, options),
  };
}
