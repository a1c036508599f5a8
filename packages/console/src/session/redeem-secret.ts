import { type RedeemLinkRequest, SESSION_PATHS, type SignInQuestion } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

/** Exchanges the secret of a link for the session's cookie. Asks first when somebody else is signed in. */
export async function redeemSecret(redeem: RedeemLinkRequest): Promise<SignInQuestion | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await askSession(SESSION_PATHS.session, { method: 'POST', headers, body: JSON.stringify(redeem) });
  return response.status === 204 ? undefined : ((await response.json()) as SignInQuestion);
}
