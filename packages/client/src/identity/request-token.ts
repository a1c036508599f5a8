import { PATHS, type Scope, type TokenResponse } from '@setpoint/contract';
import type { Endpoint } from '../http/endpoint.ts';
import { sendRequest } from '../http/send-request.ts';

/** The id and the secret of a client. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** All scopes of the client if left out. */
  readonly scopes?: readonly Scope[];
}

/** Gets an access token from the service's token endpoint (OAuth 2.0, client credentials). */
export async function requestToken(endpoint: Endpoint, credentials: ClientCredentials): Promise<TokenResponse> {
  const form = formOf(credentials);
  form.set('grant_type', 'client_credentials');
  return (await sendForm(endpoint, PATHS.token, form)) as TokenResponse;
}

export function formOf({ clientId, clientSecret, scopes }: ClientCredentials): URLSearchParams {
  const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
  if (scopes !== undefined) form.set('scope', scopes.join(' '));
  return form;
}

/** Posts a form that contains the credentials; returns the body of the answer. */
export async function sendForm(endpoint: Endpoint, path: string, form: URLSearchParams): Promise<unknown> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await sendRequest(endpoint, { method: 'POST', path, headers, body: form.toString() });
  return body;
}
