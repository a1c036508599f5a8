import type pg from 'pg';
import { LEASE_MS, type Lease } from './lease.ts';

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// What is lost of a renewal with the database is only time: it need not wait for the disk.
const RENEW = `UPDATE chosen_node SET valid_until = ${NOW} + ${LEASE_MS}, backend = pg_backend_pid()
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quick WHERE node_id = $1 RETURNING term`;

// The session of a node that ended is gone; a lease that lasts longer than any is from before a clock was set back.
const TAKE = `UPDATE chosen_node SET term = term + 1, node_id = $1, backend = pg_backend_pid(), valid_until = ${NOW} + ${LEASE_MS}
  WHERE valid_until < ${NOW} OR valid_until > ${NOW} + ${LEASE_MS} OR NOT EXISTS (SELECT FROM pg_stat_get_activity(backend))
  RETURNING term`;

const GIVE_BACK = 'UPDATE chosen_node SET valid_until = 0 WHERE node_id = $1';

/** Looks, at each turn, whether this node is the chosen one, stays it, or becomes it. */
export interface ChosenKeeping {
  look(client: pg.Client): Promise<void>;
  /** Lets another be chosen at once. */
  giveBack(client: pg.Client | undefined): Promise<void>;
}

export function keepChosen(nodeId: string, lease: Lease): ChosenKeeping {
  let isOurs = false;
  let looking: Promise<void> | undefined;

  async function renewOrTake(client: pg.Client): Promise<number | undefined> {
    const ask = async (text: string) => (await client.query<{ term: string }>(text, [nodeId])).rows[0]?.term;
    const term = (isOurs ? await ask(RENEW) : undefined) ?? (await ask(TAKE));
    return term === undefined ? undefined : Number(term);
  }
  async function lookOnce(client: pg.Client): Promise<void> {
    const askedAt = performance.now();
    const term = await renewOrTake(client);
    isOurs = term !== undefined;
    lease.take(term, askedAt);
  }
  return {
    look(client) {
      // Before the one under way knows that it took the lease, another would find that it is taken.
      looking ??= lookOnce(client).finally(() => (looking = undefined));
      return looking;
    },
    async giveBack(client) {
      lease.take(undefined, 0);
      if (isOurs) await client?.query(GIVE_BACK, [nodeId]).catch(() => undefined);
    },
  };
}
