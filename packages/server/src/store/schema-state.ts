import type { DialectName } from './dialect-name.ts';
import { migrations } from './migrations/migrations.ts';
import { newerStore, refuseEarlier, refuseNewer, type StoreRelease } from './release.ts';

/** Asks a store in SQL, past everything that knows its tables. */
export type AskSql = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** What a store says of its schema. */
export interface SchemaState {
  /** The steps that were taken. */
  readonly done: ReadonlySet<string>;
  /** Undefined for a new store. */
  readonly release: StoreRelease | undefined;
}

const HAS_TABLE = {
  sqlite: (name: string) => `SELECT 1 FROM sqlite_schema WHERE name = '${name}'`,
  postgres: (name: string) => `SELECT 1 WHERE to_regclass('${name}') IS NOT NULL`,
} as const satisfies Record<DialectName, unknown>;

/** Throws if a candidate before the first release made the tables. */
export async function readSchemaState(ask: AskSql, dialect: DialectName): Promise<SchemaState> {
  const rowsOf = async (name: string, columns: string) =>
    (await ask(HAS_TABLE[dialect](name))).length === 0 ? [] : await ask(`SELECT ${columns} FROM ${name}`);
  const done = new Set((await rowsOf('kysely_migration', 'name')).map(({ name }) => String(name)));
  refuseEarlier(done);
  const [row] = await rowsOf('store_state', 'release, oldest_release');
  const release = row && { release: String(row['release']), oldest_release: String(row['oldest_release']) };
  return { done, release };
}

/** The same; throws if this release cannot run on what a newer one made of it. */
export async function readFitState(ask: AskSql, dialect: DialectName): Promise<SchemaState> {
  const { done, release } = await readSchemaState(ask, dialect);
  // One process at a time has a file: there is no need to run on what a newer release made of it.
  const isOthers = dialect === 'sqlite' && [...done].some((name) => !Object.hasOwn(migrations, name));
  if (isOthers) throw newerStore(release?.release ?? '', release?.release ?? '');
  if (release !== undefined) refuseNewer(release);
  return { done, release };
}
