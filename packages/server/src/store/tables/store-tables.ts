import { bigint, integer, onlyRow, or, text, table } from './table.ts';

export const storeTables = {
  /**
   * One row: the epoch of this store, raised by a restore, the instant of the last write probe, how often a signing key was
   * revoked, which release was here last, and the oldest that may run on what it left; and what it knows of the time.
   */
  store_state: table(
    {
      id: onlyRow,
      epoch: bigint,
      probed_at: bigint,
      key_revision: or(bigint, 0),
      release: or(text, ''),
      oldest_release: or(text, ''),
      /** A `StoreClock`. */
      clock_at: or(bigint, 0),
      clock_claimed_at: or(bigint, 0),
      clock_held_ms: or(bigint, 0),
      /** How often a file was written to, counted each second. */
      commits: or(bigint, 0),
    },
    { key: ['id'], seed: { id: 1, epoch: 1, probed_at: 0 } },
  ),
  /** One process of the service. */
  node: table(
    {
      node_id: text,
      node_name: text,
      seen_at: bigint,
      /** A JSON object, see `ToldNode`. */
      told: text,
    },
    { key: ['node_id'] },
  ),
  /** One row: the node that does for all what one does, under a number that only grows. */
  chosen_node: table(
    {
      term: bigint,
      node_id: text,
      /** The process of the database that serves its link. */
      backend: integer,
      valid_until: bigint,
    },
    { key: ['term'], seed: { term: 0, node_id: '', backend: 0, valid_until: 0 } },
  ),
  /** How often somebody did something in one minute, counted by all nodes together. */
  rate_count: table(
    {
      minute: bigint,
      key: text,
      count: bigint,
    },
    { key: ['minute', 'key'] },
  ),
};
