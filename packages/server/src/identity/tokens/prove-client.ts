import { type ClientId, isScope, parseClientId, type Scope } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { FoundClient } from '../find-client.ts';
import { type ClientCredentials, findProvenClient } from '../find-proven-client.ts';

export interface SecretRequest {
  readonly authorization: string | undefined;
  /** The body, in the form of a query string. */
  readonly form: string;
}

/** The errors of RFC 6749 §5.2 and RFC 8693 §2.2.2 that a request of this kind can meet. */
export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target';

export interface Refused {
  readonly kind: 'refused';
  readonly error: TokenErrorCode;
  readonly description: string;
  /** The client that it claimed to be, if there can be one of this id. */
  readonly claimed?: ClientId | undefined;
}

/** A client that knows its secret, and the scopes it asked for. */
export interface ProvenClient {
  readonly kind: 'proven';
  readonly clientId: ClientId;
  readonly scopes: readonly Scope[];
  /** The number of its secret: what is made with that ends when the secret does. */
  readonly generation: number;
  /** What is made with its secret lives no longer than this. */
  readonly secretEndsAt: number;
}

/** Finds the client that a secret belongs to: RFC 6749 §2.3.1, and the scope of §3.3. */
export async function proveClient(store: Store, request: SecretRequest): Promise<ProvenClient | Refused> {
  const form = new URLSearchParams(request.form);
  // RFC 6749 §3.2: no parameter may come twice.
  if (new Set(form.keys()).size < form.size) return refuse('invalid_request', 'a parameter is given more than once');
  const credentials = credentialsOf(form, request.authorization);
  if (credentials.kind === 'refused') return credentials;
  const client = await findProvenClient(store, credentials);
  if (client === undefined) {
    const refused = refuse('invalid_client', 'no enabled client has this id and secret');
    return { ...refused, claimed: parseClientId(credentials.clientId) };
  }
  const scopes = grantedScopes(client, form.get('scope'));
  if (scopes === undefined) {
    return refuse('invalid_scope', `this client may ask for: ${client.scopes.join(' ')}`);
  }
  const { clientId, generation, secretEndsAt } = client;
  return { kind: 'proven', clientId, scopes, generation, secretEndsAt };
}

interface Credentials extends ClientCredentials {
  readonly kind: 'credentials';
}

function credentialsOf(form: URLSearchParams, authorization: string | undefined): Credentials | Refused {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (authorization === undefined) {
    if (clientId !== null && secret !== null) return { kind: 'credentials', clientId, secret };
    return refuse('invalid_client', 'send client_id and client_secret in the form or by HTTP Basic');
  }
  const basic = parseBasic(authorization);
  if (basic === undefined) return refuse('invalid_client', 'the Authorization header is not HTTP Basic');
  // RFC 6749 §2.3: one way to authenticate in each request.
  if (secret !== null || (clientId !== null && clientId !== basic.clientId)) {
    return refuse('invalid_request', 'send the credentials in the form or by HTTP Basic, not both');
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

/** What was asked for, or all that the client may have; undefined when it asks for more. */
function grantedScopes(client: FoundClient, asked: string | null): readonly Scope[] | undefined {
  if (asked === null || asked === '') return client.scopes;
  const scopes = [...new Set(asked.split(' '))].filter((scope) => scope !== '');
  return scopes.every((scope) => isScope(scope) && client.scopes.includes(scope)) ? (scopes as Scope[]) : undefined;
}

export function refuse(error: TokenErrorCode, description: string): Refused {
  return { kind: 'refused', error, description };
}
