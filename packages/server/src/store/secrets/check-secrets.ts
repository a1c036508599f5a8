import { defineWrite } from '../define-write.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';
import { byName } from '../by-name.ts';
import { isClosed, type SecretPlace } from './secret-box.ts';
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

export interface StoredSecret {
  readonly stored: string;
  readonly place: SecretPlace;
}

/** Those that are closed before those that are not, which may then be refused. */
export function closedFirst<Secret extends StoredSecret>(secrets: readonly Secret[]): readonly Secret[] {
  return [...secrets.filter(({ stored }) => isClosed(stored)), ...secrets.filter(({ stored }) => !isClosed(stored))];
}

/** Opens each secret that is stored; throws where one cannot be. */
export async function openSecrets(tx: Tx, _input: object): Promise<void> {
  const secrets: StoredSecret[] = [];
  for (const { table, column, key, rows } of ALL) {
    for (const row of await tx.all(rows, {})) {
      const place = { table, column, row: key.map((name) => row[name]).join(' ') };
      secrets.push({ stored: String(row[column]), place });
    }
  }
  for (const { stored, place } of closedFirst(secrets)) tx.secrets.open(stored, place);
}

/** Changes nothing: the writer opens them too, to know whether any may be in the clear. */
export const checkSecrets = defineWrite({
  name: 'checkSecrets',
  record: 'not recorded: it changes nothing',
  run: openSecrets,
});
