import { SESSION_PATHS, type SignInLink } from '@setpoint/contract';
import { type ClientCredentials, formOf } from '../identity/request-token.ts';
import { type Endpoint, sendRequest } from '../http/send-request.ts';

/** Makes a link that signs a person in to the console as this client: once, within ten minutes. */
export async function requestSignInLink(endpoint: Endpoint, credentials: ClientCredentials): Promise<SignInLink> {
  const { body } = await sendRequest(endpoint, {
    method: 'POST',
    path: SESSION_PATHS.links,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(credentials).toString(),
  });
  return body as SignInLink;
}
