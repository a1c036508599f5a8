import type { ClientId } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import { endConsoleSessions } from '../end-console-sessions.ts';
import type { PersonSession } from '../find-console-session.ts';
import type { SignedIn } from '../create-session-finder.ts';
import type { Provider, Renewal } from './open-provider.ts';
import { openTokens, sealTokens } from './seal-tokens.ts';
import { renewSession } from '../renew-session.ts';
import { takeRenewal } from '../take-renewal.ts';
import type { SessionTimes } from '../settings.ts';

interface Asking {
  readonly store: Store;
  readonly now: () => number;
  readonly times: Pick<SessionTimes, 'askAgainMs' | 'groupsGoodForMs'>;
  readonly providers: readonly Provider[];
  readonly onProviderFailure: (provider: string, cause: unknown) => void;
}

// Who takes the turn and dies has it taken over.
const TURN_MS = 60_000;

/** Asks the provider of a session for the groups, when it is time: undefined if it vouches for the session no more. */
export async function refreshGroups(
  asking: Asking,
  session: SignedIn,
  again: () => Promise<SignedIn | undefined>,
): Promise<SignedIn | undefined> {
  const { store, now } = asking;
  const due = dueTo(asking, session);
  if (due === undefined) return session;
  const { sessionHash } = session;
  const at = now();
  const isTurn = await store.write(takeRenewal, { sessionHash, now: at, until: at + TURN_MS });
  if (!isTurn) return session;
  const renewal = await due.provider.renew(due.refreshToken, due.subject);
  await take(asking, session, renewal, due.provider.id);
  return renewal.kind === 'unreachable' ? session : again();
}

function dueTo({ now, providers }: Asking, { person, secret }: SignedIn) {
  if (person === undefined || person.askAgainAt > now()) return undefined;
  const provider = providers.find(({ id }) => id === person.provider);
  const { refreshToken } = tokensOf(person, secret);
  if (provider === undefined || refreshToken === undefined) return undefined;
  return { provider, refreshToken, subject: person.subject };
}

async function take(asking: Asking, session: SignedIn, renewal: Renewal, provider: string): Promise<void> {
  const { store, now, times, onProviderFailure } = asking;
  const { sessionHash, secret, clientId: personId } = session;
  const at = now();
  switch (renewal.kind) {
    case 'over':
      return store.write(endConsoleSessions, { sessionHash, clientId: personId, isPerson: true, isEverywhere: false });
    case 'unreachable':
      // What it said before counts until its time is over; the turn is tried again once it is.
      return onProviderFailure(provider, renewal.cause);
    case 'renewed':
      return store.write(renewSession, {
        sessionHash,
        personId: personId satisfies ClientId,
        claimed: renewal.vouched.claimed,
        groupsEndAt: at + times.groupsGoodForMs,
        sealed: sealTokens(renewal.vouched.tokens, secret),
        askAgainAt: at + times.askAgainMs,
        now: at,
      });
  }
}

/** Where the browser goes to sign out at the provider too; undefined where there is no such place. */
export async function endAtProvider(
  { providers, onProviderFailure }: Pick<Asking, 'providers' | 'onProviderFailure'>,
  { person, secret }: SignedIn,
): Promise<string | undefined> {
  const provider = providers.find(({ id }) => id === person?.provider);
  if (person === undefined || provider === undefined) return undefined;
  try {
    return await provider.endUrl(tokensOf(person, secret).idToken);
  } catch (cause) {
    // Signed out here; there, its own time ends it.
    onProviderFailure(provider.id, cause);
    return undefined;
  }
}

function tokensOf({ sealed }: PersonSession, secret: string) {
  return sealed === null ? { refreshToken: undefined, idToken: undefined } : openTokens(sealed, secret);
}
