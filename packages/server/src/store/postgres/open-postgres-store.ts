import type { Write } from '../define-write.ts';
import type { Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import { checkServer } from './check-server.ts';
import { type ConnectionAdvice, connectionAdvice } from './connection-advice.ts';
import { type Fence, passFence } from './fence.ts';
import type { OnMigration } from '../migrations/migration-progress.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPool, type PoolOptions } from './open-pool.ts';
import { createPreparer } from './create-postgres-tx.ts';
import { queueByClient } from './queue-by-client.ts';
import { queueBySite } from './queue-by-site.ts';
import { createSecretBox, type SecretKey } from '../secrets/secret-box.ts';
import { createReader } from './create-reader.ts';
import { LEAST_CONNECTIONS, shareConnections } from './share-connections.ts';
import { runTransaction, type Transacting } from './run-transaction.ts';
import { tellNodes } from './tell-nodes.ts';

export interface PostgresStoreOptions extends PoolOptions, Pick<Transacting, 'onCommit'> {
  /** What secrets are encrypted with. */
  readonly secretKeys?: readonly SecretKey[];
  /** Whether a server that may lose what it acknowledged is taken all the same. */
  readonly isUnsafeAllowed: boolean;
  /** Told once whether there are enough connections. */
  readonly onAdvice?: (advice: ConnectionAdvice) => void;
  /** Told how far the schema is brought up to date. */
  readonly onStep?: OnMigration | undefined;
  /** What keeps writes of the chosen node apart from those of the one before; without it, any are made. */
  readonly fence?: Fence | undefined;
}

/** One database for any number of nodes, each with its own pools: a site that is held up holds up no reads. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, connections, isUnsafeAllowed, onLost, onCommit, onAdvice, onStep = () => undefined, fence } = options;
  const allowed = await checkServer(url, { isUnsafeAllowed });
  onAdvice?.(connectionAdvice(Math.max(connections, LEAST_CONNECTIONS), allowed));
  await migratePostgres(url, { onStep });
  const shares = shareConnections(connections);
  const prepare = createPreparer();
  const secrets = createSecretBox(options.secretKeys ?? []);
  const poolOf = (most: number) => openPool({ url, onLost, connections: most });
  const writing = { pool: poolOf(shares.writes), prepare, secrets, onCommit };
  const reading = {
    pool: poolOf(shares.reads),
    urgentPool: poolOf(shares.urgent),
    prepare,
    secrets,
    connections: shares.reads,
  };
  const urgent = { ...writing, pool: reading.urgentPool };
  const inTurn = queueBySite(writing);
  // Waiting for the row of their client, writes would hold connections.
  const inTurnOfClient = queueByClient(1);
  const running = new Set<Promise<void>>();

  // A write of a site decides about it alone until its commit.
  function start<Input, Output>(write: Write<Input, Output>, input: Input): Promise<Output> {
    const siteId = write.site(input);
    const work = async (tx: Tx) => {
      if (write.only === 'chosen' && fence !== undefined) await passFence(tx, fence);
      await tellNodes(tx, write.ends, siteId);
      return write.run(tx, input);
    };
    if (siteId !== undefined) return inTurn(siteId, work);
    const by = write.isUrgent(input) ? urgent : writing;
    const clientId = write.client(input);
    if (clientId === undefined) return runTransaction(by, work);
    return inTurnOfClient(clientId, () => runTransaction(by, work));
  }

  return {
    write(write, input) {
      const written = start(write, input);
      const settled: Promise<void> = written
        .then(() => undefined)
        .catch(() => undefined)
        .finally(() => running.delete(settled));
      running.add(settled);
      return written;
    },
    read: createReader({ ...reading, isShared: true }),
    waitingWrites: () => running.size,
    async close() {
      await Promise.all(running);
      await Promise.all([writing.pool, reading.pool, reading.urgentPool].map((pool) => pool.end()));
    },
  };
}
