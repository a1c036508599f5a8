import { SESSION_PATHS, type SessionToken } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

/** Exchanges the cookie for a token that is valid for some minutes. */
export async function requestSessionToken(): Promise<SessionToken> {
  return (await (await askSession(SESSION_PATHS.token, { method: 'POST' })).json()) as SessionToken;
}
