import { SESSION_PATHS } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

/** Exchanges the secret of a link for the session's cookie. */
export async function redeemSecret(secret: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await askSession(SESSION_PATHS.session, { method: 'POST', headers, body: JSON.stringify({ secret }) });
}
