import { type ClientId, isScope, parseClientId, type Scope, type TokenResponse } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { findClientBySecret } from '../store/transactions/find-client-by-secret.ts';
import type { FoundClient } from '../store/transactions/find-client.ts';
import { hashSecret } from './make-secret.ts';
import type { SigningKeys } from './signing-keys.ts';
import { signToken } from './sign-token.ts';

export interface TokenIssuing {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  /** At most 24 h: nobody takes a token that lives longer. */
  readonly lifetimeSeconds: number;
  readonly now: () => number;
}

export interface TokenRequest {
  readonly authorization: string | undefined;
  /** The body, in the form of a query string. */
  readonly form: string;
}

/** The errors of RFC 6749 §5.2 that a request of this kind can meet. */
export type TokenErrorCode = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope';

interface Refused {
  readonly kind: 'refused';
  readonly error: TokenErrorCode;
  readonly description: string;
}

export type IssueTokenOutput = { readonly kind: 'issued'; readonly response: TokenResponse } | Refused;

/** The client credentials grant of RFC 6749 §4.4. */
export async function issueToken(issuing: TokenIssuing, request: TokenRequest): Promise<IssueTokenOutput> {
  const form = new URLSearchParams(request.form);
  const problem = findFormProblem(form);
  if (problem !== undefined) return problem;
  const credentials = credentialsOf(form, request.authorization);
  if (credentials.kind === 'refused') return credentials;
  const client = await authenticatedClient(issuing.store, credentials);
  if (client === undefined) return refuse('invalid_client', 'no enabled client has this id and secret');
  const scopes = grantedScopes(client, form.get('scope'));
  if (scopes === undefined) {
    return refuse('invalid_scope', `this client may have: ${client.scopes.join(' ')}`);
  }
  return { kind: 'issued', response: await respond(issuing, client.clientId, scopes) };
}

async function respond(issuing: TokenIssuing, clientId: ClientId, scopes: readonly Scope[]): Promise<TokenResponse> {
  const { keys, publicUrl, lifetimeSeconds, now } = issuing;
  const token = await signToken(keys, { publicUrl, clientId, scopes, lifetimeSeconds, now: now() });
  return { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope: scopes.join(' ') };
}

function findFormProblem(form: URLSearchParams): Refused | undefined {
  // RFC 6749 §3.2: no parameter may come twice.
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined) return refuse('invalid_request', 'a parameter is given more than once');
  const grantType = form.get('grant_type');
  if (grantType === null) return refuse('invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials') {
    return refuse('unsupported_grant_type', 'the only grant_type is client_credentials');
  }
  return undefined;
}

interface Credentials {
  readonly kind: 'credentials';
  readonly clientId: string;
  readonly secret: string;
}

function credentialsOf(form: URLSearchParams, authorization: string | undefined): Credentials | Refused {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (authorization === undefined) {
    if (clientId !== null && secret !== null) return { kind: 'credentials', clientId, secret };
    return refuse('invalid_client', 'send client_id and client_secret in the form or by HTTP Basic');
  }
  const basic = parseBasic(authorization);
  if (basic === undefined) return refuse('invalid_client', 'the Authorization header is no HTTP Basic');
  // RFC 6749 §2.3: one way to authenticate in each request.
  if (secret !== null || (clientId !== null && clientId !== basic.clientId)) {
    return refuse('invalid_request', 'send the credentials in one place');
  }
  return basic;
}

// RFC 6749 §2.3.1: both parts are form-encoded before they are put together.
function parseBasic(authorization: string): Credentials | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [clientId, secret, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (clientId === undefined || secret === undefined || rest.length > 0) return undefined;
  return { kind: 'credentials', clientId: formDecoded(clientId), secret: formDecoded(secret) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? '';
}

async function authenticatedClient(store: Store, { clientId, secret }: Credentials): Promise<FoundClient | undefined> {
  const parsedId = parseClientId(clientId);
  if (parsedId === undefined) return undefined;
  const client = await store.read(findClientBySecret, { clientId: parsedId, secretHash: hashSecret(secret) });
  return client?.isEnabled === true ? client : undefined;
}

/** What was asked for, or all that the client may have; undefined when it asks for more. */
function grantedScopes(client: FoundClient, asked: string | null): readonly Scope[] | undefined {
  if (asked === null || asked === '') return client.scopes;
  const scopes = [...new Set(asked.split(' '))].filter((scope) => scope !== '');
  return scopes.every((scope) => isScope(scope) && client.scopes.includes(scope)) ? (scopes as Scope[]) : undefined;
}

function refuse(error: TokenErrorCode, description: string): Refused {
  return { kind: 'refused', error, description };
}
