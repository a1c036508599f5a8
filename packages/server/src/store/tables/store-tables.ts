import type { Generated } from 'kysely';

export interface StoreTables {
  store_state: StoreStateTable;
  node: NodeTable;
  chosen_node: ChosenNodeTable;
  rate_count: RateCountTable;
}

/**
 * One row: the epoch of this store, raised by a restore, the instant of the last write probe, how often a signing key was
 * revoked, which release was here last, and the oldest that may run on what it left; and what it knows of the time.
 */
interface StoreStateTable {
  id: number;
  epoch: number;
  probed_at: number;
  key_revision: Generated<number>;
  release: Generated<string>;
  oldest_release: Generated<string>;
  /** A `StoreClock`. */
  clock_at: Generated<number>;
  clock_claimed_at: Generated<number>;
  clock_held_ms: Generated<number>;
  /** How often a file was written to, counted each second. */
  commits: Generated<number>;
}

/** One process of the service. */
interface NodeTable {
  node_id: string;
  node_name: string;
  seen_at: number;
  /** A JSON object, see `ToldNode`. */
  told: string;
}

/** One row: the node that does for all what one does, under a number that only grows. */
interface ChosenNodeTable {
  term: number;
  node_id: string;
  /** The process of the database that serves its link. */
  backend: number;
  valid_until: number;
}

/** How often somebody did something in one minute, counted by all nodes together. */
interface RateCountTable {
  minute: number;
  key: string;
  count: number;
}
