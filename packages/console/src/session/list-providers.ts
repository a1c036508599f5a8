import { type ProviderList, type Redirection, SESSION_PATHS, type SignInRequest } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

/** The providers that people can sign in through here. */
export async function listProviders(): Promise<ProviderList['providers']> {
  return ((await (await askSession(SESSION_PATHS.providers, {})).json()) as ProviderList).providers;
}

/** Leaves this page for that of a provider, which sends the browser back to where it is now. */
export async function goToProvider(provider: string): Promise<void> {
  const { pathname, search } = window.location;
  const wanted: SignInRequest = { provider, to: pathname + search };
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(wanted) };
  const { url } = (await (await askSession(SESSION_PATHS.signIn, init)).json()) as Redirection;
  window.location.assign(url);
}
