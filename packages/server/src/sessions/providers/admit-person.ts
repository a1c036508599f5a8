import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { makeSecret } from '../../identity/make-secret.ts';
import type { Store } from '../../store/store.ts';
import { beginSession } from '../begin-session.ts';
import { originOf } from '../origin-of.ts';
import type { Provider } from './open-provider.ts';
import type { UsedTicket } from '../use-ticket.ts';
import { sealTokens } from './seal-tokens.ts';
import type { VouchedFor } from './vouched-for.ts';
import type { SessionTimes } from '../settings.ts';

interface Admitted {
  readonly request: FastifyRequest;
  readonly provider: Pick<Provider, 'id'>;
  readonly vouched: VouchedFor;
  /** What it was begun with. */
  readonly ticket: UsedTicket;
  readonly means: 'provider' | 'command line';
  /** The session that it takes the place of. */
  readonly replacedHash: string;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly secret: string }
  | { readonly kind: 'disabled' }
  /** Somebody came in by the same ticket before. */
  | { readonly kind: 'used' };

/** Begins a session for somebody whom a provider vouches for. */
export async function admitPerson(
  { store, now, times }: { readonly store: Store; readonly now: () => number; readonly times: SessionTimes },
  { request, provider, vouched, ticket, means, replacedHash }: Admitted,
): Promise<Admission> {
  const at = now();
  // A new secret each time: one that somebody planted is worth nothing.
  const secret = makeSecret(means === 'provider' ? 'scw_' : 'sct_');
  const outcome = await store.write(beginSession, {
    ...ticket,
    claimed: vouched.claimed,
    personId: randomUUID() as string as ClientId,
    groupsEndAt: at + times.groupsGoodForMs,
    sessionHash: secret.hash,
    sessionId: randomUUID(),
    means,
    provider: provider.id,
    providerSession: vouched.providerSession,
    sealed: sealTokens(vouched.tokens, secret.text),
    askAgainAt: at + times.askAgainMs,
    origin: originOf(request),
    requestId: request.id,
    replacedHash,
    now: at,
    idleSince: at - times.idleMs,
    endsAt: at + times.longestMs,
  });
  if (outcome.kind === 'begun') return { kind: 'admitted', secret: secret.text };
  if (outcome.kind === 'ticket_used') return { kind: 'used' };
  // Known, and refused all the same.
  request.actor = { kind: 'person', id: outcome.personId, name: vouched.claimed.personName };
  return { kind: 'disabled' };
}
