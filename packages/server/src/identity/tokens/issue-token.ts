import { type ClientId, TOKEN_EXCHANGE, type TokenResponse } from '@setpoint/contract';
import { type ExchangedToken, exchangeToken } from './exchange-token.ts';
import { proveClient, type ProvenClient, refuse, type Refused, type SecretRequest } from './prove-client.ts';
import type { TokenIssuing } from './token-issuing.ts';
import { lifetimeUntil, signToken } from './sign-token.ts';

export type IssueTokenOutput = IssuedToken | ExchangedToken | Refused;

interface IssuedToken {
  readonly kind: 'issued';
  readonly clientId: ClientId;
  readonly response: TokenResponse;
}

/** The client credentials grant of RFC 6749 §4.4, and the exchange of RFC 8693. */
export async function issueToken(issuing: TokenIssuing, request: SecretRequest): Promise<IssueTokenOutput> {
  const form = new URLSearchParams(request.form);
  const problem = findGrantProblem(form);
  if (problem !== undefined) return problem;
  const proven = await proveClient(issuing.store, request);
  if (proven.kind === 'refused') return proven;
  return form.get('grant_type') === TOKEN_EXCHANGE.grantType
    ? exchangeToken(issuing, form, proven)
    : respond(issuing, proven);
}

async function respond(issuing: TokenIssuing, proven: ProvenClient): Promise<IssueTokenOutput> {
  const { keys, publicUrl, now } = issuing;
  const { clientId, scopes, generation, secretEndsAt } = proven;
  const at = now();
  const lifetimeSeconds = lifetimeUntil(secretEndsAt, { longestSeconds: issuing.lifetimeSeconds, now: at });
  if (lifetimeSeconds < 1) return refuse('invalid_client', 'the secret ends within seconds');
  const token = await signToken(keys, { publicUrl, clientId, scopes, generation, lifetimeSeconds, now: at });
  const response = { access_token: token, expires_in: lifetimeSeconds, scope: scopes.join(' ') };
  return { kind: 'issued', clientId, response: { ...response, token_type: 'Bearer' } };
}

function findGrantProblem(form: URLSearchParams): Refused | undefined {
  const [grantType, ...more] = form.getAll('grant_type');
  if (more.length > 0) return refuse('invalid_request', 'a parameter is given more than once');
  if (grantType === undefined) return refuse('invalid_request', 'grant_type is missing');
  if (grantType === 'client_credentials' || grantType === TOKEN_EXCHANGE.grantType) return undefined;
  return refuse('unsupported_grant_type', `grant_type must be client_credentials or ${TOKEN_EXCHANGE.grantType}`);
}
