import { appendRecord } from '../trail/append-record.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';
import { closedFirst, type StoredSecret } from '../store/secrets/check-secrets.ts';
import { readSecretKeys } from '../store/secrets/read-secret-keys.ts';
import { createSecretBox, type SecretBox, type SecretKey } from '../store/secrets/secret-box.ts';
import { SECRET_COLUMNS, type SecretColumn } from '../store/secrets/secret-columns.ts';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { byShell } from './by-shell.ts';
import { databasePathIn, isDatabaseUrl, openPlace } from './open-place.ts';
import { MaintenanceError, STORE, type Tables } from './tables.ts';

interface SecretEncryption {
  /** A data folder or the address of a database. */
  readonly place: string;
  /** Has the settings of the key. */
  readonly environment: Environment;
  /** At least so many keys: for another key, there are two. */
  readonly leastKeys: number;
}

/** Encrypts all secrets of a store with the first key, whatever they are encrypted with; how many were not. */
export async function encryptSecrets({ place, environment, leastKeys }: SecretEncryption): Promise<number> {
  const keys = keysOrThrow(environment, leastKeys);
  const boxes = { before: createSecretBox(keys), after: createSecretBox(keys, true) };
  await using tables = await openPlace(place);
  const secrets = (await Promise.all(SECRET_COLUMNS.map((column) => secretsIn(tables, column)))).flat();
  let changed = 0;
  for (const secret of closedFirst(secrets)) changed += (await encryptSecret(tables, boxes, secret)) ? 1 : 0;
  if (changed > 0) {
    const after = { secrets: changed };
    await appendRecord(tables.tx, { by: byShell(), action: 'store.secrets_encrypted', subject: STORE, after });
  }
  await tables.commit();
  if (!isDatabaseUrl(place)) wipeFreed(databasePathIn(place));
  return changed;
}

function keysOrThrow(environment: Environment, leastKeys: number): readonly SecretKey[] {
  const problems: string[] = [];
  const keys = readSecretKeys(createSettingsReader(environment, problems));
  if (problems.length > 0) throw new MaintenanceError(problems.join('; '));
  if (keys.length === 0) {
    throw new MaintenanceError('set SETPOINT_SECRETS_KEY_FILE: there is no key');
  }
  if (keys.length < leastKeys) {
    throw new MaintenanceError('there is one key alone: put the new one in the first line, before the old one');
  }
  return keys;
}

interface FoundSecret extends StoredSecret {
  readonly conditions: string;
}

async function secretsIn(tables: Tables, { table, column, key }: SecretColumn): Promise<FoundSecret[]> {
  const rows = await tables.query(`SELECT ${[...key, column].join(', ')} FROM ${table}`);
  return rows.map((row) => ({
    stored: String(row[column]),
    place: { table, column, row: key.map((name) => row[name]).join(' ') },
    conditions: key.map((name) => `${name} = ${quoted(row[name])}`).join(' AND '),
  }));
}

interface Boxes {
  readonly before: SecretBox;
  /** Closes each as one of all. */
  readonly after: SecretBox;
}

async function encryptSecret(tables: Tables, boxes: Boxes, { stored, place, conditions }: FoundSecret) {
  const secret = boxes.before.open(stored, place);
  if (secret === '' || boxes.after.isCurrent(stored)) return false;
  const { table, column } = place;
  // Of a row that a running node changes meanwhile, the newer value stays: it is encrypted already.
  await tables.query(
    `UPDATE ${table} SET ${column} = ${quoted(boxes.after.close(secret, place))} WHERE ${conditions} AND ${column} = ${quoted(stored)}`,
  );
  return true;
}

function quoted(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

/** Writes a file anew without what was deleted or overwritten in it. */
function wipeFreed(path: string): void {
  const db = openDatabase(path);
  try {
    db.exec('PRAGMA secure_delete = ON');
    db.exec('VACUUM');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
