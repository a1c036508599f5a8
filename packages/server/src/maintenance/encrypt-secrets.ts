import { openDatabase } from '../store/sqlite/open-database.ts';
import { listSecrets } from '../store/secrets/check-secrets.ts';
import { readSecretKeys } from '../store/secrets/read-secret-keys.ts';
import { createSecretBox, type SecretKey } from '../store/secrets/secret-box.ts';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { recordByShell } from './by-shell.ts';
import { databasePathIn, isDatabaseUrl, openPlace } from './open-place.ts';
import { MaintenanceError } from './tables.ts';

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
  const [known, current] = [createSecretBox(keys), createSecretBox(keys, true)];
  await using tables = await openPlace(place);
  let changed = 0;
  for (const secret of await listSecrets(tables.tx)) {
    const text = known.open(secret.stored, secret.place);
    if (text === '' || current.isCurrent(secret.stored)) continue;
    // Of a row that a running node changes meanwhile, the newer value stays: it is encrypted already.
    await secret.replace(tables.tx, current.close(text, secret.place));
    changed += 1;
  }
  if (changed > 0) await recordByShell(tables, 'store.secrets_encrypted', { secrets: changed });
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
