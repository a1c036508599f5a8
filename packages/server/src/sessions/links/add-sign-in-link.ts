import type { ClientId, Scope } from '@setpoint/contract';
import { insert } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { instantText } from '@setpoint/core';
import { appendRecord } from '../../trail/append-record.ts';
import type { Done } from '../../trail/deed.ts';

export interface AddSignInLinkInput extends Done {
  readonly linkHash: string;
  readonly clientId: ClientId;
  readonly scopes: readonly Scope[];
  /** The number of the secret that it is made with. */
  readonly generation: number;
  readonly now: number;
  readonly expiresAt: number;
}

const insertLink = insert('sign_in_link', ['linkHash', 'clientId', 'scopes', 'generation', 'expiresAt']);

const deleteExpired = statement<{ now: number }>()(({ db, param }) =>
  db.deleteFrom('sign_in_link').where('expires_at', '<=', param('now')),
);

/** Keeps a way into the console until it is used or its time is over. */
export const addSignInLink = defineWrite({
  name: 'addSignInLink',
  record: 'by itself: with the client that it is for',
  run: async (tx: Tx, input: AddSignInLinkInput): Promise<void> => {
    const { linkHash, clientId, scopes, generation, now, expiresAt } = input;
    await tx.run(deleteExpired, { now });
    await tx.run(insertLink, { linkHash, clientId, scopes: scopes.join(' '), generation, expiresAt });
    const subject = { kind: 'client', id: clientId };
    const after = { expiresAt: instantText(expiresAt) };
    await appendRecord(tx, { by: input.by, action: 'sign_in_link.made', subject, after });
  },
});
