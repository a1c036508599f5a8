import { SESSION_PATHS, type SessionToken } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

/** Turns the cookie into a token for the next minutes. */
export async function requestSessionToken(): Promise<SessionToken> {
  return (await (await askSession(SESSION_PATHS.token, { method: 'POST' })).json()) as SessionToken;
}
