import { insert } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { SessionOrigin } from '../origin-of.ts';
import { findSignInLink } from './find-sign-in-link.ts';
import { instantText } from '@setpoint/core';
import { appendRecord } from '../../trail/append-record.ts';
import type { Deed } from '../../trail/deed.ts';

export interface RedeemSignInLinkInput extends Pick<Deed, 'address' | 'requestId'> {
  readonly linkHash: string;
  readonly sessionHash: string;
  readonly sessionId: string;
  readonly origin: SessionOrigin;
  /** The session that the same browser was in, which ends. */
  readonly replacedHash: string;
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
    .returning(['client_id', 'scopes', 'generation']),
);

const insertSession = insert('console_session', [
  'sessionHash',
  'clientId',
  'scopes',
  'generation',
  'sessionId',
  'address',
  'agent',
  'begunAt',
  'usedAt',
  'endsAt',
]);

export const deleteOver = statement<{ now: number; idleSince: number; replacedHash: string }>()(({ db, param }) =>
  db
    .deleteFrom('console_session')
    .where((eb) =>
      eb.or([
        eb('ends_at', '<=', param('now')),
        eb('used_at', '<=', param('idleSince')),
        eb('session_hash', '=', param('replacedHash')),
      ]),
    ),
);

/** Turns a link into a session, once. */
export const redeemSignInLink = defineWrite({
  name: 'redeemSignInLink',
  record: 'by itself: with the person or client that signs in',
  run: async (tx: Tx, input: RedeemSignInLinkInput): Promise<RedeemSignInLinkOutput> => {
    const { linkHash, sessionHash, sessionId, origin, replacedHash, now, idleSince } = input;
    const found = await findSignInLink(tx, { linkHash, now });
    const link = await tx.first(takeLink, { linkHash });
    if (found === undefined || link === undefined) return { kind: 'link_spent' };
    const { client_id: clientId, scopes, generation } = link;
    const endsAt = Math.min(input.endsAt, found.secretEndsAt);
    await tx.run(deleteOver, { now, idleSince, replacedHash });
    const times = { begunAt: now, usedAt: now, endsAt };
    await tx.run(insertSession, { ...origin, sessionHash, sessionId, clientId, scopes, generation, ...times });
    const { address, requestId } = input;
    const by = { actor: { kind: 'client' as const, id: clientId }, address, requestId };
    const subject = { kind: 'client', id: clientId };
    await appendRecord(tx, { by, action: 'session.began', subject, after: { endsAt: instantText(endsAt) } });
    return { kind: 'signed_in' };
  },
});
