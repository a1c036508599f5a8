import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { makeSecret } from '../../identity/make-secret.ts';
import type { Store } from '../../store/store.ts';
import { beginSession } from '../begin-session.ts';
import { originOf } from '../origin-of.ts';
import type { Provider } from './open-provider.ts';
import { sealTokens } from './seal-tokens.ts';
import type { VouchedFor } from './vouched-for.ts';
import type { SessionTimes } from '../settings.ts';

interface Admitting {
  readonly store: Store;
  readonly now: () => number;
  readonly times: SessionTimes;
}

interface Admitted {
  readonly request: FastifyRequest;
  readonly provider: Pick<Provider, 'id'>;
  readonly vouched: VouchedFor;
  readonly means: 'provider' | 'command line';
  /** The session that it takes the place of. */
  readonly replacedHash: string;
}

/** Begins a session for somebody whom a provider vouches for; resolves with its secret, undefined for a disabled person. */
export async function admitPerson(
  { store, now, times }: Admitting,
  { request, provider, vouched, means, replacedHash }: Admitted,
): Promise<string | undefined> {
  const at = now();
  // A new secret each time: one that somebody planted is worth nothing.
  const secret = makeSecret(means === 'provider' ? 'scw_' : 'sct_');
  const { kind, personId: id } = await store.write(beginSession, {
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
  if (kind === 'begun') return secret.text;
  // Known, and refused all the same.
  request.actor = { kind: 'person', id, name: vouched.claimed.personName };
  return undefined;
}
