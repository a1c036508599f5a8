import { insert } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { placeOfSecret } from '../../store/secrets/place-of-secret.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import { readSigningKeys, type StoredSigningKey } from './read-signing-keys.ts';
import { recorded } from '../../trail/recorded.ts';
import { signingKeyRecord } from './signing-key-record.ts';

export interface RotateSigningKeyInput {
  /** Stored only if no key is younger than `rotateBefore`. */
  readonly candidate: StoredSigningKey;
  /** Keys made at or before this instant sign no more. */
  readonly rotateBefore: number;
  /** Keys made at or before this instant have no living token left. */
  readonly removeBefore: number;
}

const insertKey = insert('signing_key', ['kid', 'privateJwk', 'publicJwk', 'createdAt']);

const removeKeys = statement<{ removeBefore: number }>()(({ db, param }) =>
  db.deleteFrom('signing_key').where('created_at', '<=', param('removeBefore')),
);

/** Adds the candidate when a new key is due, removes what is too old; of several nodes that try, one adds. */
export const rotateSigningKey = defineWrite({
  name: 'rotateSigningKey',
  record: recorded({ ...signingKeyRecord, action: 'signing_key.added' }),
  run: async (tx: Tx, input: RotateSigningKeyInput): Promise<StoredSigningKey[]> => {
    await lockStoreState(tx);
    const { kid, privateJwk, publicJwk, createdAt } = input.candidate;
    const [newest] = await readSigningKeys(tx, {});
    if (newest === undefined || newest.createdAt <= input.rotateBefore) {
      const closed = tx.secrets.close(privateJwk, placeOfSecret('signing_key.private_jwk', kid));
      await tx.run(insertKey, { kid, privateJwk: closed, publicJwk, createdAt });
    }
    await tx.run(removeKeys, { removeBefore: input.removeBefore });
    return readSigningKeys(tx, {});
  },
});
