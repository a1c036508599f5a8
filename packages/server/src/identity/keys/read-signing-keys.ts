import { readBy } from '../../store/fields.ts';
import { placeOfSecret } from '../../store/secrets/place-of-secret.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** A key pair as it is stored: two JSON Web Keys as text. */
export interface StoredSigningKey {
  readonly kid: string;
  readonly privateJwk: string;
  readonly publicJwk: string;
  readonly createdAt: number;
}

const keysNewestFirst = readBy('signing_key', { key: [], by: ['-createdAt', 'kid'] }, [
  'kid',
  'privateJwk',
  'publicJwk',
  'createdAt',
]);

export async function readSigningKeys(tx: Tx, _input: Record<never, never>): Promise<StoredSigningKey[]> {
  const keys = await tx.all(keysNewestFirst, {});
  const place = (kid: string) => placeOfSecret('signing_key.private_jwk', kid);
  return keys.map((key) => ({ ...key, privateJwk: tx.secrets.open(key.privateJwk, place(key.kid)) }));
}

const revision = statement<Record<never, never>>()(({ db }) => db.selectFrom('store_state').select('key_revision'));

/** The keys, and how often one was revoked until then. */
export async function readKeySet(
  tx: Tx,
  _input: Record<never, never>,
): Promise<{ readonly keys: StoredSigningKey[]; readonly revision: number }> {
  const row = await tx.first(revision, {});
  return { keys: await readSigningKeys(tx, {}), revision: row?.key_revision ?? 0 };
}
