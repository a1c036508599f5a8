import { join } from 'node:path';
import type { Logger } from 'pino';
import type { BegunWorker } from '../wire/begin-worker.ts';
import { ConfigError } from '../wire/config-error.ts';
import type { OnMigration } from './migrations/migration-progress.ts';
import type { ConnectionAdvice } from './postgres/connection-advice.ts';
import type { ReadingStoreSettings } from './open-reading-store.ts';
import { databaseProblem } from './postgres/database-problem.ts';
import type { Fence } from './postgres/fence.ts';
import { shareConnections } from './postgres/share-connections.ts';
import { UnfitDatabase } from './postgres/unfit-database.ts';
import { UnfitStore } from './release.ts';
import { SecretKeyError } from './secrets/secret-box.ts';
import type { StoreSettings } from './settings.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';
import { LostCommits } from './sqlite/lost-commits.ts';
import type { Store } from './store.ts';

export interface StoreOpening extends StoreSettings {
  /** The thread that writes, where the store is a file. */
  readonly writer: BegunWorker | undefined;
  readonly logger: Logger;
  /** Told how long writes took to be durable together, and, where they are counted, how many they were. */
  readonly onGroup: (group: { readonly writes?: number; readonly tookMs: number }) => void;
  /** Told how far the schema is brought up to date. */
  readonly onStep: OnMigration;
  readonly fence: Fence;
}

export interface OpenedStore {
  readonly store: Store;
  readonly kind: 'sqlite' | 'postgresql';
  /** Where the other nodes over the same store are found; undefined where there can be none. */
  readonly sharedUrl: string | undefined;
  /** Where other threads of this process read it. */
  readonly reading: ReadingStoreSettings;
}

/** The store that the settings name: a file in the data folder, or PostgreSQL. */
export async function openStore(opening: StoreOpening): Promise<OpenedStore> {
  const { database, dataDir, secretKeys, writer, logger, onGroup, onStep, fence } = opening;
  if (database === undefined) {
    if (writer === undefined) throw new Error('nothing writes to a file but a thread, and none was begun');
    const databasePath = join(dataDir, 'setpoint.sqlite');
    const onFatal = (cause: Error) => endProcess(logger, cause);
    const store = await openSqliteStore({ databasePath, secretKeys, writer, onFatal, onGroup, onStep }).catch(
      throwUnfit,
    );
    return { store, kind: 'sqlite', sharedUrl: undefined, reading: { kind: 'file', databasePath } };
  }
  const onLost = (cause: Error) => logger.warn({ err: cause }, 'a connection to the database was lost');
  const onAdvice = ({ isEnough, sentence }: ConnectionAdvice) => logger[isEnough ? 'info' : 'warn'](sentence);
  const onCommit = (tookMs: number) => onGroup({ tookMs });
  // Over a file, the code for a database would be 3 MB that nobody uses.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  const opened = openPostgresStore({ ...database, secretKeys, onLost, onCommit, onAdvice, onStep, fence });
  const store = await opened.catch(throwUnfit).catch((cause: unknown) => {
    if (cause instanceof ConfigError || cause instanceof SecretKeyError) throw cause;
    throw new Error(`DATABASE_URL: ${databaseProblem(cause)}`, { cause });
  });
  const { url, connections } = database;
  const reading = { kind: 'server', url, connections: shareConnections(connections).computing } as const;
  return { store, kind: 'postgresql', sharedUrl: url, reading };
}

// To start again changes nothing. What crosses from a thread has its name, and not its class.
function throwUnfit(cause: unknown): never {
  if (cause instanceof UnfitDatabase) throw new ConfigError(cause.problems);
  if (cause instanceof Error && cause.name === UnfitStore.name) throw new ConfigError([cause.message]);
  if (cause instanceof Error && cause.name === LostCommits.name) throw new LostCommits(cause.message);
  throw cause;
}

// Nobody knows whether the last commit is on disk: the next start reads what really is.
function endProcess(logger: Logger, cause: Error): void {
  logger.fatal({ err: cause }, 'the outcome of a commit is unknown; this process ends');
  process.exit(EX_IOERR);
}

const EX_IOERR = 74;
