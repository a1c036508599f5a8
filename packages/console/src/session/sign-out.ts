import { type Redirection, SESSION_PATHS } from '@setpoint/contract';
import { askSession } from './ask-session.ts';
import { tellSignOut } from './tell-sign-out.ts';

/** Signs out, here or everywhere, and goes on to the provider, to sign out there too, or to the first page. */
export async function signOut(isEverywhere: boolean): Promise<void> {
  const next = await endSession(isEverywhere ? SESSION_PATHS.everywhere : SESSION_PATHS.session).catch(() => '/');
  tellSignOut();
  // Loading a page anew clears everything that this one kept in memory.
  window.location.assign(next);
}

async function endSession(path: string): Promise<string> {
  const response = await askSession(path, { method: 'DELETE' });
  return response.status === 204 ? '/' : ((await response.json()) as Redirection).url;
}
