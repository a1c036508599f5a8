import type { SettingsReader } from '../wire/settings-reader.ts';
import { readSecretKeys } from './secrets/read-secret-keys.ts';
import type { SecretKey } from './secrets/secret-box.ts';

export interface StoreSettings {
  readonly dataDir: string;
  /** Where PostgreSQL is; left out, the store is a file in the data folder. */
  readonly database: DatabaseSettings | undefined;
  /** What secrets are encrypted with in it, the one in use first. */
  readonly secretKeys: readonly SecretKey[];
}

interface DatabaseSettings {
  readonly url: string;
  readonly connections: number;
  /** Whether a server that may lose what it acknowledged is taken all the same. */
  readonly isUnsafeAllowed: boolean;
}

export function readStoreSettings(read: SettingsReader): StoreSettings {
  const dataDir = read.text('SETPOINT_DATA_DIR', './data');
  return { dataDir, database: readDatabase(read), secretKeys: readSecretKeys(read) };
}

const SEVERAL_HOSTS = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?[^/?#]*,/;

function readDatabase(read: SettingsReader): DatabaseSettings | undefined {
  const url = read.secret('DATABASE_URL');
  const connections = read.integer('SETPOINT_DATABASE_CONNECTIONS', 20, { min: 2, max: 1_000 });
  const durability = read.choice('SETPOINT_DATABASE_DURABILITY', 'checked', ['checked', 'unchecked']);
  if (url === undefined) return undefined;
  // Not shown: it holds a password.
  const isAddress = /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '');
  if (SEVERAL_HOSTS.test(url)) {
    read.refuse('DATABASE_URL: names several hosts; give the one address that leads to the primary');
  } else if (!isAddress) read.refuse('DATABASE_URL: is not a postgres:// address');
  return { url, connections, isUnsafeAllowed: durability === 'unchecked' };
}
