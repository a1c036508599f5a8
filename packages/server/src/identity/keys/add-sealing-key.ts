import { instantText } from '@setpoint/core';
import { defineWrite } from '../../store/define-write.ts';
import { readBy } from '../../store/fields.ts';
import { insert } from '../../store/put.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import { placeOfSecret } from '../../store/secrets/place-of-secret.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';
import { recorded } from '../../trail/recorded.ts';
import type { StoredSigningKey } from './read-signing-keys.ts';

const keys = readBy('sealing_key', { key: [], by: ['-createdAt', 'kid'] }, [
  'kid',
  'privateJwk',
  'publicJwk',
  'createdAt',
]);

const insertKey = insert('sealing_key', ['kid', 'privateJwk', 'publicJwk', 'createdAt']);

/** What the audit log is sealed with: no key at first, and one from the first seal on. */
export async function readSealingKeys(tx: Tx, _input: Record<never, never>): Promise<StoredSigningKey[]> {
  const rows = await tx.all(keys, {});
  const place = (kid: string) => placeOfSecret('sealing_key.private_jwk', kid);
  return rows.map((key) => ({ ...key, privateJwk: tx.secrets.open(key.privateJwk, place(key.kid)) }));
}

const sealingKeyRecord = {
  action: 'sealing_key.added',
  subject: (): Subject => ({ kind: 'sealing_key', id: 'log' }),
  read: async (tx: Tx): Promise<State | undefined> => {
    const [key] = await readSealingKeys(tx, {});
    return key && { keyId: key.kid, createdAt: instantText(key.createdAt) };
  },
};

/** Adds the candidate unless there is one: of several nodes that try, one adds. */
export const addSealingKey = defineWrite({
  name: 'addSealingKey',
  record: recorded(sealingKeyRecord),
  run: async (tx: Tx, { candidate }: { readonly candidate: StoredSigningKey }): Promise<StoredSigningKey> => {
    await lockStoreState(tx);
    const [known] = await readSealingKeys(tx, {});
    if (known !== undefined) return known;
    const { kid, privateJwk, publicJwk, createdAt } = candidate;
    const closed = tx.secrets.close(privateJwk, placeOfSecret('sealing_key.private_jwk', kid));
    await tx.run(insertKey, { kid, privateJwk: closed, publicJwk, createdAt });
    return candidate;
  },
});
