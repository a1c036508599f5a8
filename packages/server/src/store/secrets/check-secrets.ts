import { statement } from '../statement.ts';
import type { Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import { byName } from '../by-name.ts';
import { createSecretBox, type SecretKey, type SecretPlace } from './secret-box.ts';
import { SECRET_COLUMNS, type SecretColumn } from './secret-columns.ts';

type SecretRow = Readonly<Record<string, string | number>>;

const COLUMNS: readonly SecretColumn[] = SECRET_COLUMNS;
const ALL = COLUMNS.map((one) => ({
  ...one,
  // The rows have what was selected, under its own name.
  rows: statement<Record<never, never>>()<SecretRow>(({ db }) =>
    byName(db)
      .selectFrom<string>(one.table)
      .select([...one.key, one.column])
      .$castTo<SecretRow>(),
  ),
}));

/** Opens each secret that is stored; throws where one cannot be. */
export async function checkSecrets(store: Store, keys: readonly SecretKey[]): Promise<void> {
  const box = createSecretBox(keys);
  for (const { stored, place } of await store.read(storedSecrets, {})) box.open(stored, place);
}

async function storedSecrets(tx: Tx, _input: object) {
  const secrets: { readonly stored: string; readonly place: SecretPlace }[] = [];
  for (const { table, column, key, rows } of ALL) {
    for (const row of await tx.all(rows, {})) {
      const place = { table, column, row: key.map((name) => row[name]).join(' ') };
      secrets.push({ stored: String(row[column]), place });
    }
  }
  return secrets;
}
