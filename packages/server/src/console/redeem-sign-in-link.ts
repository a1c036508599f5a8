import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface RedeemSignInLinkInput {
  readonly linkHash: string;
  readonly sessionHash: string;
  readonly now: number;
  /** Sessions that were last used by then are over. */
  readonly idleSince: number;
  readonly endsAt: number;
}

export type RedeemSignInLinkOutput = { readonly kind: 'signed_in' } | { readonly kind: 'link_spent' };

// Taking it out and reading it is one statement: of two who come at once, one finds nothing.
const takeLink = statement<{ linkHash: string }>()(({ db, param }) =>
  db
    .deleteFrom('sign_in_link')
    .where('link_hash', '=', param('linkHash'))
    .returning(['client_id', 'scopes', 'expires_at']),
);

const insertSession = statement<{
  sessionHash: string;
  clientId: string;
  scopes: string;
  now: number;
  endsAt: number;
}>()(({ db, param }) =>
  db.insertInto('console_session').values({
    session_hash: param('sessionHash'),
    client_id: param('clientId'),
    scopes: param('scopes'),
    used_at: param('now'),
    ends_at: param('endsAt'),
  }),
);

const deleteOver = statement<{ now: number; idleSince: number }>()(({ db, param }) =>
  db
    .deleteFrom('console_session')
    .where((eb) => eb.or([eb('ends_at', '<=', param('now')), eb('used_at', '<=', param('idleSince'))])),
);

/** Turns a link into a session, once. */
export const redeemSignInLink = defineWrite({
  name: 'redeemSignInLink',
  run: async (tx: Tx, input: RedeemSignInLinkInput): Promise<RedeemSignInLinkOutput> => {
    const { linkHash, sessionHash, now, idleSince, endsAt } = input;
    const link = await tx.first(takeLink, { linkHash });
    if (link === undefined || link.expires_at <= now) return { kind: 'link_spent' };
    await tx.run(deleteOver, { now, idleSince });
    await tx.run(insertSession, { sessionHash, clientId: link.client_id, scopes: link.scopes, now, endsAt });
    return { kind: 'signed_in' };
  },
});
