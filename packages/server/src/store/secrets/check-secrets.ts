import { defineWrite } from '../define-write.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';
import { type AnyParams, byName } from '../by-name.ts';
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
  replace: statement<AnyParams>()(({ db, param }) => {
    const update = byName(db).updateTable<string>(one.table).set(one.column, param('text'));
    return one.key.reduce(
      (so, name) => so.where(name, '=', param(name)),
      update.where(one.column, '=', param('stored')),
    );
  }),
}));

interface StoredSecret {
  readonly stored: string;
  readonly place: SecretPlace;
  /** Stores another text in its place, unless that has changed meanwhile. */
  replace(tx: Tx, text: string): Promise<void>;
}

/** Those that are closed before those that are not, which may then be refused. */
export async function listSecrets(tx: Tx): Promise<readonly StoredSecret[]> {
  const secrets: StoredSecret[] = [];
  for (const { table, column, key, rows, replace } of ALL) {
    for (const row of await tx.all(rows, {})) {
      const stored = String(row[column]);
      const place = { table, column, row: key.map((name) => row[name]).join(' ') };
      secrets.push({ stored, place, replace: (on, text) => on.run(replace, { ...row, stored, text }) });
    }
  }
  return secrets.toSorted((one, other) => Number(isClosed(other.stored)) - Number(isClosed(one.stored)));
}

/** Opens each secret that is stored; throws where one cannot be. */
export async function openSecrets(tx: Tx, _input: object): Promise<void> {
  for (const { stored, place } of await listSecrets(tx)) tx.secrets.open(stored, place);
}

/** Changes nothing: the writer opens them too, to know whether any may be in the clear. */
export const checkSecrets = defineWrite({
  name: 'checkSecrets',
  record: 'not recorded: it changes nothing',
  run: openSecrets,
});
