import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findClient } from '../identity/find-client.ts';
import { lockClient } from '../store/lock-site.ts';

export type AddSecretOutput = { readonly kind: 'added' } | { readonly kind: 'client_missing' };

// Two, so that a secret can be changed without a gap: the new one is rolled out while the old one still works.
const OLDER_SECRETS_KEPT = 1;

export const insertSecret = statement<{ clientId: string; secretHash: string; now: number }>()(({ db, param }) =>
  db.insertInto('client_secret').values({
    client_id: param('clientId'),
    secret_hash: param('secretHash'),
    created_at: param('now'),
  }),
);

const secretsNewestFirst = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client_secret')
    .select('secret_hash')
    .where('client_id', '=', param('clientId'))
    .orderBy('created_at', 'desc')
    .orderBy('secret_hash'),
);

const removeSecret = statement<{ secretHash: string }>()(({ db, param }) =>
  db.deleteFrom('client_secret').where('secret_hash', '=', param('secretHash')),
);

/** Gives a client another secret; of the older ones only the newest stays good. */
export const addSecret = defineWrite({
  name: 'addSecret',
  run: async (
    tx: Tx,
    { clientId, secretHash, now }: { clientId: ClientId; secretHash: string; now: number },
  ): Promise<AddSecretOutput> => {
    await lockClient(tx, clientId);
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    const older = await tx.all(secretsNewestFirst, { clientId });
    for (const row of older.slice(OLDER_SECRETS_KEPT)) await tx.run(removeSecret, { secretHash: row.secret_hash });
    await tx.run(insertSecret, { clientId, secretHash, now });
    return { kind: 'added' };
  },
});
