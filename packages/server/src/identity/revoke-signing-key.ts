import { defineWrite } from '../store/define-write.ts';
import { raiseKeyRevision } from '../store/raise-key-revision.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { signingKeyRecord } from './signing-key-record.ts';

const keyById = statement<{ kid: string }>()(({ db, param }) =>
  db.selectFrom('signing_key').select('kid').where('kid', '=', param('kid')),
);

const deleteKey = statement<{ kid: string }>()(({ db, param }) =>
  db.deleteFrom('signing_key').where('kid', '=', param('kid')),
);

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
