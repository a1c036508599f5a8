import { readBy } from '../../store/fields.ts';
import { removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { raiseKeyRevision } from '../../store/raise-key-revision.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';
import { recorded } from '../../trail/recorded.ts';
import { signingKeyRecord } from './signing-key-record.ts';

const keyById = readBy('signing_key', ['kid']);

const deleteKey = removeBy('signing_key', ['kid']);

/** Ends a signing key and all that it signed: with the next request each node sees the count, and verifies anew. */
export const revokeSigningKey = defineWrite({
  name: 'revokeSigningKey',
  record: recorded({ ...signingKeyRecord, action: 'signing_key.revoked' }),
  run: async (tx: Tx, { kid }: { readonly kid: string }): Promise<{ readonly isRevoked: boolean }> => {
    await lockStoreState(tx);
    if ((await tx.first(keyById, { kid })) === undefined) return { isRevoked: false };
    await tx.run(deleteKey, { kid });
    await raiseKeyRevision(tx);
    return { isRevoked: true };
  },
});
