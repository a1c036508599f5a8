/** How many of the connections of a node are for what. */
export interface ConnectionShares {
  readonly writes: number;
  readonly reads: number;
  /** For what others wait for: snapshots for controllers, health, operators. */
  readonly urgent: number;
  /** For the threads that compute answers. */
  readonly computing: number;
}

// One for each kind, and a second one for short reads beside snapshots.
export const LEAST_CONNECTIONS = 5;
const MANY = 12;
const SHARE_FOR_READS = 1 / 3;

export function shareConnections(connections: number): ConnectionShares {
  const all = Math.max(connections, LEAST_CONNECTIONS);
  const [urgent, computing] = all < MANY ? [1, 1] : [2, 4];
  const left = all - urgent - computing;
  const reads = Math.max(2, Math.floor(left * SHARE_FOR_READS));
  return { writes: left - reads, reads, urgent, computing };
}
