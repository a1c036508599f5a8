import type { ClientId } from '@setpoint/contract';
import { type Claimed, applyClaims } from '../people/apply-claims.ts';
import { insert } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import type { Deed } from '../trail/deed.ts';
import type { SessionOrigin } from './origin-of.ts';
import { type UsedTicket, useTicket } from './use-ticket.ts';
import { deleteOver } from './links/redeem-sign-in-link.ts';
import { instantText } from '@setpoint/core';
import { appendRecords } from '../trail/append-record.ts';

export interface BeginSessionInput extends Pick<Deed, 'requestId'>, UsedTicket {
  readonly claimed: Claimed;
  /** The id of the person, if they are new. */
  readonly personId: ClientId;
  /** Until when the groups count. */
  readonly groupsEndAt: number;
  readonly sessionHash: string;
  readonly sessionId: string;
  readonly means: 'provider' | 'command line';
  readonly provider: string;
  readonly providerSession: string | null;
  readonly sealed: string | null;
  readonly askAgainAt: number;
  readonly origin: SessionOrigin;
  readonly requestId?: string;
  /** The session that the same browser was in, which ends. */
  readonly replacedHash: string;
  readonly now: number;
  /** Sessions that were last used by then are over. */
  readonly idleSince: number;
  readonly endsAt: number;
}

export type BeginSessionOutput =
  | { readonly kind: 'ticket_used' }
  | { readonly kind: 'begun'; readonly personId: ClientId }
  | { readonly kind: 'person_disabled'; readonly personId: ClientId };

const insertSession = insert(
  'console_session',
  [
    'sessionHash',
    'sessionId',
    'clientId',
    'generation',
    'means',
    'provider',
    'providerSession',
    'sealed',
    'askAgainAt',
    'address',
    'agent',
    'begunAt',
    'usedAt',
    'endsAt',
  ],
  // Those of its roles, read anew each time.
  { scopes: '' },
);

/** Signs in a person whom a provider vouched for: known from the first time on. */
export const beginSession = defineWrite({
  name: 'beginSession',
  record: 'by itself: with the person or client that signs in',
  run: async (tx: Tx, input: BeginSessionInput): Promise<BeginSessionOutput> => {
    const { sessionHash, sessionId, means, provider, providerSession, sealed, askAgainAt, origin } = input;
    const { now, idleSince, replacedHash, endsAt } = input;
    await lockStoreState(tx);
    if (!(await useTicket(tx, input))) return { kind: 'ticket_used' };
    const { person, changes } = await applyClaims(tx, { ...input, signedInAt: now });
    const { personId, isEnabled, generation } = person;
    if (!isEnabled) return { kind: 'person_disabled', personId };
    await tx.run(deleteOver, { now, idleSince, replacedHash });
    await tx.run(insertSession, {
      ...origin,
      sessionHash,
      sessionId,
      clientId: personId,
      generation,
      means,
      provider,
      providerSession,
      sealed,
      askAgainAt,
      begunAt: now,
      usedAt: now,
      endsAt,
    });
    const after = { means, provider, groups: input.claimed.groups, endsAt: instantText(endsAt) };
    const began = { action: 'session.began', subject: { kind: 'person', id: personId }, after };
    const by = deedOf(personId, input);
    const records = [...changes, began].map((one) => ({ ...one, by }));
    await appendRecords(tx, records);
    return { kind: 'begun', personId };
  },
});

function deedOf(personId: ClientId, { claimed, origin, requestId }: BeginSessionInput): Deed {
  const actor = { kind: 'person' as const, id: personId, name: claimed.personName };
  return { actor, address: origin.address, requestId };
}
