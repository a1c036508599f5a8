import pg from 'pg';
import { numbersAsNumbers } from './numbers-as-numbers.ts';

const LOCK_WITHIN_MS = 2_000;
const STATEMENT_WITHIN_MS = 5_000;
export const COMMIT_WITHIN_MS = 5_000;
export const CONNECT_WITHIN_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
// The server cancels a statement by itself; a socket that says nothing for longer is dead.
export const SILENT_FOR_MS = STATEMENT_WITHIN_MS + 1_000;
const CLOSE_IDLE_AFTER_MS = 60_000;
const RENEW_AFTER_SECONDS = 1_800;

/** So that this end finds out that nobody is at the other. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** The same for the server, which waits for two hours by itself: a node without power keeps its locks for so long. */
export const END_WHEN_CUT_OFF =
  'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000';

export interface PoolOptions {
  readonly url: string;
  readonly connections: number;
  /** A connection broke while nobody used it; the pool makes another when one is wanted. */
  readonly onLost: (cause: Error) => void;
}

/** Connections that give up in time, whatever the server or the network does. */
export function openPool({ url, connections, onLost }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'setpoint',
    max: connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: CLOSE_IDLE_AFTER_MS,
    maxLifetimeSeconds: RENEW_AFTER_SECONDS,
    ...KEPT_ALIVE,
    statement_timeout: STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: numbersAsNumbers,
  });
  pool.on('error', (cause) => {
    if (!pool.ending) onLost(cause);
  });
  pool.on('connect', (client) => {
    // While it is in use, the failing statement tells its user.
    client.on('error', () => undefined);
    client.query(END_WHEN_CUT_OFF).catch(() => undefined);
  });
  return pool;
}
