import { DEMONSTRATION, SESSION_PATHS, type SessionToken } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

export interface OwnToken extends SessionToken {
  /** Whether this is `setpoint demo`. */
  readonly isOfDemonstration: boolean;
}

/** Exchanges the cookie for a token that is valid for some minutes. */
export async function requestSessionToken(): Promise<OwnToken> {
  const response = await askSession(SESSION_PATHS.token, { method: 'POST' });
  const token = (await response.json()) as SessionToken;
  return { ...token, isOfDemonstration: response.headers.has(DEMONSTRATION.header) };
}
