import { SESSION_PATHS, type SignInLink } from '@setpoint/contract';
import type { Endpoint } from '../http/endpoint.ts';
import { type ClientCredentials, formOf, sendForm } from '../identity/request-token.ts';

/** Makes a link that signs a person in to the console as this client. It works once, within ten minutes. */
export async function requestSignInLink(endpoint: Endpoint, credentials: ClientCredentials): Promise<SignInLink> {
  return (await sendForm(endpoint, SESSION_PATHS.links, formOf(credentials))) as SignInLink;
}
