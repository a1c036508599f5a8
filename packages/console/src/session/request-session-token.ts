import { SESSION_PATHS, SIGN_IN_FRAGMENT, type SessionToken } from '@setpoint/contract';
import { SetpointError } from '@setpoint/client';

/** Takes the secret out of the address, so that neither history nor a reload shows it again. */
export function takeSecret(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(SIGN_IN_FRAGMENT)) return undefined;
  window.history.replaceState(null, '', pathname + search);
  return hash.slice(SIGN_IN_FRAGMENT.length);
}

/** Turns the secret of a link into the session's cookie. */
export async function redeemSecret(secret: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await ask(SESSION_PATHS.session, { method: 'POST', headers, body: JSON.stringify({ secret }) });
}

/** Turns the cookie into a token for the next minutes. */
export async function requestSessionToken(): Promise<SessionToken> {
  return (await (await ask(SESSION_PATHS.token, { method: 'POST' })).json()) as SessionToken;
}

export async function signOut(isEverywhere: boolean): Promise<void> {
  await ask(isEverywhere ? SESSION_PATHS.everywhere : SESSION_PATHS.session, { method: 'DELETE' });
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw failure({ status: 0, code: 'unreachable', message: 'the service cannot be reached' }, cause);
  });
  if (response.ok) return response;
  const { error, message } = (await response.json().catch(() => ({}))) as { error?: string; message?: string };
  throw failure({
    status: response.status,
    code: error ?? 'unexpected_answer',
    message: message ?? `unexpected answer with status ${response.status}`,
  });
}

function failure(answer: { status: number; code: string; message: string }, cause?: unknown): SetpointError {
  return new SetpointError({ ...answer, requestId: undefined }, { cause });
}
