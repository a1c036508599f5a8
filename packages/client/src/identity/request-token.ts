import { PATHS, type Scope, type TokenResponse } from '@setpoint/contract';
import { type Endpoint, sendRequest } from '../http/send-request.ts';

/** What a client proves itself with. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Left out: all that the client may have. */
  readonly scopes?: readonly Scope[];
}

/** Gets an access token from the service's token endpoint (OAuth 2.0, client credentials). */
export async function requestToken(endpoint: Endpoint, credentials: ClientCredentials): Promise<TokenResponse> {
  const form = formOf(credentials);
  form.set('grant_type', 'client_credentials');
  const { body } = await sendRequest(endpoint, {
    method: 'POST',
    path: PATHS.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  return body as TokenResponse;
}

export function formOf({ clientId, clientSecret, scopes }: ClientCredentials): URLSearchParams {
  const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
  if (scopes !== undefined) form.set('scope', scopes.join(' '));
  return form;
}
