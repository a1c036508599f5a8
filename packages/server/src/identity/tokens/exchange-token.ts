import { type Scope, scopesOfRoles, TOKEN_EXCHANGE, type TokenResponse } from '@setpoint/contract';
import { builtInIssuer } from './built-in-issuer.ts';
import type { Caller } from '../caller.ts';
import { ACTING_SCOPE, findActingClient } from '../find-acting-client.ts';
import type { TokenIssuing } from './token-issuing.ts';
import { type ProvenClient, refuse, type Refused } from './prove-client.ts';
import { lifetimeUntil, signToken } from './sign-token.ts';
import { standingOf } from '../standing-of.ts';
import { TOLERANCE_SECONDS, verifyToken } from './verify-token.ts';

export interface ExchangedToken {
  readonly kind: 'exchanged';
  /** The person, and the client through which they act. */
  readonly caller: Caller;
  readonly response: TokenResponse;
}

/** The exchange of RFC 8693: the token of a person becomes one with which a client acts for that person. */
export async function exchangeToken(
  issuing: TokenIssuing,
  form: URLSearchParams,
  proven: ProvenClient,
): Promise<ExchangedToken | Refused> {
  const acting = { clientId: proven.clientId, generation: proven.generation };
  const client = await issuing.store.read(findActingClient, acting);
  if (client === undefined) {
    return refuse('unauthorized_client', `this client lacks the scope ${ACTING_SCOPE}: it acts for nobody`);
  }
  const problem = findFormProblem(form, issuing.publicUrl);
  if (problem !== undefined) return problem;
  const subject = await findSubject(issuing, form.get('subject_token') ?? '');
  if (subject.kind === 'refused') return subject;
  const { clientId, clientName } = client;
  const scopes = proven.scopes.filter((scope) => subject.scopes.has(scope));
  if (asksForMore(form, scopes)) {
    return refuse('invalid_scope', `for this person the client may ask for: ${[...subject.scopes].join(' ')}`);
  }
  const { publicUrl, keys, lifetimeSeconds: longestSeconds, now } = issuing;
  const at = now();
  const lifetimeSeconds = lifetimeUntil(Math.min(proven.secretEndsAt, subject.endsAt), { longestSeconds, now: at });
  if (lifetimeSeconds < 1) return refuse('invalid_request', 'the subject token or the secret ends within seconds');
  const { personId, generation, sessionId, personName, roles } = subject;
  const claims = { publicUrl, clientId: personId, scopes, generation, sessionId, acting, lifetimeSeconds, now: at };
  const person = { personName, roles, sessionId };
  return {
    kind: 'exchanged',
    caller: { clientId: personId, scopes: new Set(scopes), person, through: { clientId, clientName } },
    response: {
      access_token: await signToken(keys, claims),
      issued_token_type: TOKEN_EXCHANGE.accessToken,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: scopes.join(' '),
    },
  };
}

// RFC 8693 §2.1.
function findFormProblem(form: URLSearchParams, publicUrl: string): Refused | undefined {
  if (form.has('actor_token'))
    return refuse('invalid_request', 'the client itself is the actor: leave out actor_token');
  if (!form.has('subject_token')) return refuse('invalid_request', 'subject_token is missing');
  const types = [form.get('subject_token_type'), form.get('requested_token_type') ?? TOKEN_EXCHANGE.accessToken];
  if (types.some((type) => type !== TOKEN_EXCHANGE.accessToken)) {
    return refuse('invalid_request', `the tokens must be of the type ${TOKEN_EXCHANGE.accessToken}`);
  }
  const targets = [form.get('audience') ?? publicUrl, form.get('resource') ?? publicUrl];
  if (targets.some((target) => target !== publicUrl)) {
    return refuse('invalid_target', `tokens of this service are for ${publicUrl} alone`);
  }
  return undefined;
}

function asksForMore(form: URLSearchParams, scopes: readonly Scope[]): boolean {
  const asked = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  return !asked.every((scope) => scopes.some((one) => one === scope));
}

/** The person of a token, with what is left of it now. */
async function findSubject({ store, keys, findPersonNow, publicUrl, now }: TokenIssuing, token: string) {
  // A key that another node revoked meanwhile signs nothing any more.
  await keys.reload();
  const issuers = new Map([[publicUrl, builtInIssuer(publicUrl, keys)]]);
  const verified = await verifyToken(token, { issuers, now: now() });
  if (verified === undefined) return refuse('invalid_request', 'the subject token is not one of this service, or over');
  const { subject, sessionId, generation, acting } = verified;
  if (acting !== undefined) return refuse('invalid_request', 'the subject token was exchanged already');
  if (sessionId === undefined) return refuse('invalid_request', 'the subject token is not that of a person');
  const personId = subject as Caller['clientId'];
  const standing = await store.read(standingOf, { clientId: personId, scopes: new Set<Scope>(), generation });
  const person = await store.read(findPersonNow, { personId, sessionId });
  if (person === undefined || standing === 'over') {
    return refuse('invalid_request', 'the person is disabled, or the session of the subject token over');
  }
  const may = scopesOfRoles(person.roles);
  const scopes = new Set([...verified.scopes].filter((scope) => may.has(scope) && scope !== ACTING_SCOPE));
  const endsAt = verified.expiresAt - TOLERANCE_SECONDS * 1_000;
  return { kind: 'found', ...person, personId, sessionId, generation, scopes, endsAt } as const;
}
