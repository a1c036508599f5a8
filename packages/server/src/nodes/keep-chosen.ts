import type pg from 'pg';
import { LEASE_MS, type Lease } from './lease.ts';

// Nodes of 1.0.0-rc.2 hold this lock while they are chosen: beside them, it takes both.
const CHOSEN_LOCK = 5_371_020_265;
const LOCK_ROW = { classid: Math.floor(CHOSEN_LOCK / 2 ** 32), objid: CHOSEN_LOCK % 2 ** 32 };

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// What is lost of a renewal with the database is only time: it need not wait for the disk.
const RENEW = `UPDATE chosen_node SET valid_until = ${NOW} + ${LEASE_MS}, backend = pg_backend_pid()
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quick WHERE node_id = $1 RETURNING term`;

// The session of a node that ended is gone; a lease that lasts longer than any is from before a clock was set back.
const TAKE = `WITH before AS (SELECT backend FROM chosen_node)
  UPDATE chosen_node SET term = term + 1, node_id = $1, backend = pg_backend_pid(), valid_until = ${NOW} + ${LEASE_MS}
  WHERE valid_until < ${NOW} OR valid_until > ${NOW} + ${LEASE_MS} OR NOT EXISTS (SELECT FROM pg_stat_get_activity(backend))
  RETURNING term, (SELECT backend FROM before) AS backend`;

const GIVE_BACK = 'UPDATE chosen_node SET valid_until = 0 WHERE node_id = $1';

const LOCK = 'SELECT pg_try_advisory_lock($1) AS got';

// A node that is frozen, or cut off, does not let the lock go.
const END_HOLDER = `SELECT pg_terminate_backend(pid, 1000) FROM pg_locks WHERE pid = $1 AND pid <> pg_backend_pid()
  AND locktype = 'advisory' AND classid = ${LOCK_ROW.classid} AND objid = ${LOCK_ROW.objid} AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

interface Taken {
  readonly term: number;
  readonly backend: number;
}

/** Looks, at each turn, whether this node is the chosen one, stays it, or becomes it. */
export interface ChosenKeeping {
  look(client: pg.Client): Promise<void>;
  /** Lets another be chosen at once. */
  giveBack(client: pg.Client | undefined): Promise<void>;
}

export function keepChosen(nodeId: string, lease: Lease): ChosenKeeping {
  const lockedOn = new WeakSet<pg.Client>();
  let isOurs = false;
  let looking: Promise<void> | undefined;

  async function lock(client: pg.Client): Promise<boolean> {
    if (lockedOn.has(client)) return true;
    const { rows } = await client.query<{ got: boolean }>(LOCK, [CHOSEN_LOCK]);
    if (rows[0]?.got === true) lockedOn.add(client);
    return lockedOn.has(client);
  }
  async function renewOrTake(client: pg.Client): Promise<number | undefined> {
    const renewed = isOurs ? (await client.query<{ term: string }>(RENEW, [nodeId])).rows : [];
    if (renewed[0] !== undefined) return Number(renewed[0].term);
    const taken = await client.query<{ [Key in keyof Taken]: string }>(TAKE, [nodeId]);
    const [next] = taken.rows;
    if (next === undefined) return undefined;
    // Where that is not allowed, the server ends the session by itself, later.
    await client.query(END_HOLDER, [next.backend]).catch(() => undefined);
    return Number(next.term);
  }
  async function lookOnce(client: pg.Client): Promise<void> {
    const askedAt = performance.now();
    const term = await renewOrTake(client);
    isOurs = term !== undefined;
    lease.take(term !== undefined && (await lock(client)) ? term : undefined, askedAt);
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
