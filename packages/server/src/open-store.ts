import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CallerLimits } from './identity/caller-limits.ts';
import { linkNodes } from './nodes/link-nodes.ts';
import { type Nodes, onlyNode } from './nodes/nodes.ts';
import { shareLimits } from './identity/share-limits.ts';
import { type Config, ConfigError } from './read-config.ts';
import { UnfitDatabase } from './store/postgres/check-server.ts';
import { openPostgresStore } from './store/postgres/postgres-store.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { StoreMetrics } from './platform/store-metrics.ts';
import type { Store } from './store/store.ts';
import { WRITES_URL } from './writes.ts';

/** The other nodes over the same store. */
export async function findNodes({ database }: Config, logger: Logger): Promise<Nodes> {
  if (database === undefined) return onlyNode;
  const onFailure = (cause: unknown) => logger.warn({ err: cause }, 'the link to the other nodes failed');
  return linkNodes({ url: database.url, onFailure });
}

interface Sharing {
  readonly store: Store;
  readonly limits: CallerLimits;
  readonly logger: Logger;
}

/** Where there are other nodes, limits hold for all of them together. */
export function shareIfMany({ database }: Config, { store, limits, logger }: Sharing) {
  if (database === undefined) return undefined;
  const { failures, calls } = limits;
  const onFailure = (cause: unknown) => logger.warn({ err: cause }, 'counts could not be shared with the other nodes');
  return shareLimits({ store, limits: { failures, ...(calls === undefined ? {} : { calls }) }, onFailure });
}

/** The store that the configuration names: a file in the data folder, or PostgreSQL. */
export async function openStore(
  { database, dataDir }: Config,
  logger: Logger,
  onGroup: StoreMetrics['observeGroup'],
): Promise<Store> {
  if (database === undefined) {
    return openSqliteStore({
      writesUrl: WRITES_URL,
      databasePath: join(dataDir, 'setpoint.sqlite'),
      onFatal: (cause) => endProcess(logger, cause),
      onGroup,
    });
  }
  const onLost = (cause: Error) => logger.warn({ err: cause }, 'a connection to the database was lost');
  const onCommit = (tookMs: number) => onGroup({ tookMs });
  return openPostgresStore({ ...database, onLost, onCommit }).catch((cause: unknown) => {
    throw cause instanceof UnfitDatabase ? new ConfigError(cause.problems) : cause;
  });
}

// Nobody knows whether the last commit is on disk: the next start reads what really is.
function endProcess(logger: Logger, cause: Error): void {
  logger.fatal({ err: cause }, 'the outcome of a commit is unknown; this process ends');
  process.exit(EX_IOERR);
}

const EX_IOERR = 74;
