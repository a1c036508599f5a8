import type { SecretPlace } from './secret-box.ts';
import type { SECRET_COLUMNS } from './secret-columns.ts';

type NameOf<Column> = Column extends { readonly table: infer Table extends string; readonly column: infer Name }
  ? `${Table}.${Name & string}`
  : never;

/** Where a secret is, by a column of the list and what its row is found by. */
export function placeOfSecret(
  name: NameOf<(typeof SECRET_COLUMNS)[number]>,
  ...key: readonly (string | number)[]
): SecretPlace {
  const [table = '', column = ''] = name.split('.');
  return { table, column, row: key.join(' ') };
}
