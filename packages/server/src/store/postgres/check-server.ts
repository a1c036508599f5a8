import pg from 'pg';
import { CONNECTIONS, type ServerConnections } from './connection-advice.ts';
import { UnfitDatabase } from './unfit-database.ts';

interface ServerSettings {
  readonly version: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
}

const SETTINGS = `SELECT current_setting('server_version_num')::integer AS "version",
  current_setting('server_encoding') AS "encoding", pg_is_in_recovery() AS "isStandby",
  current_setting('fsync') AS "fsync", current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit"`;

const OLDEST_VERSION = 150_000;
const CONNECT_WITHIN_MS = 5_000;

/** Refuses a server that could lose what was acknowledged, or that cannot hold what is written. */
export async function checkServer(
  url: string,
  { isUnsafeAllowed }: { isUnsafeAllowed: boolean },
): Promise<ServerConnections> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<ServerSettings>(SETTINGS);
    const [settings] = rows;
    if (settings === undefined) throw new Error('the database did not return its settings');
    const problems = [...unfitFor(settings), ...(isUnsafeAllowed ? [] : unsafeIn(settings))];
    if (problems.length > 0) throw new UnfitDatabase(problems);
    const [connections] = (await client.query<ServerConnections>(CONNECTIONS)).rows;
    if (connections === undefined) throw new Error('the database did not return its connections');
    return connections;
  } finally {
    await client.end();
  }
}

function unfitFor({ version, encoding, isStandby }: ServerSettings): string[] {
  return [
    ...(version < OLDEST_VERSION ? [`DATABASE_URL: PostgreSQL 15 or later is needed, this is ${version}`] : []),
    ...(encoding === 'UTF8' ? [] : [`DATABASE_URL: the encoding of the database is ${encoding}; it must be UTF8`]),
    ...(isStandby ? ['DATABASE_URL: this is a standby; writes go to the primary'] : []),
  ];
}

function unsafeIn({ fsync, fullPageWrites, synchronousCommit }: ServerSettings): string[] {
  const waitsForDisk = synchronousCommit === 'on' || synchronousCommit === 'remote_apply';
  return [
    ...(fsync === 'on' ? [] : [unsafe('fsync', fsync)]),
    ...(fullPageWrites === 'on' ? [] : [unsafe('full_page_writes', fullPageWrites)]),
    ...(waitsForDisk ? [] : [unsafe('synchronous_commit', synchronousCommit)]),
  ];
}

function unsafe(setting: string, value: string): string {
  return (
    `DATABASE_URL: ${setting} is ${value}: acknowledged batches could be lost; ` +
    'set it to on, or SETPOINT_DATABASE_DURABILITY=unchecked if you accept that'
  );
}
