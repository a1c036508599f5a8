import { setTimeout as wait } from 'node:timers/promises';
import { type DeviceLogin, type DeviceWaiting, type LoginDone, SESSION_PATHS } from '@setpoint/contract';
import { askSession } from '../shell/ask-session.ts';
import { type Leading, named, tooLate } from './sign-in-by-browser.ts';

// RFC 8628 §3.5.
const SLOWER_BY_SECONDS = 5;

/** By any browser anywhere: the person types a code there. */
export async function signInByDevice({ url, provider, show }: Leading): Promise<LoginDone> {
  const path = SESSION_PATHS.commandLineDevice;
  const begun = await askSession<DeviceLogin>(url, { path, body: named(provider) });
  show(begun.url, begun.userCode);
  let intervalSeconds = begun.intervalSeconds;
  const endsAt = performance.now() + begun.expiresInSeconds * 1_000;
  while (performance.now() < endsAt) {
    await wait(intervalSeconds * 1_000);
    const body = { ticket: begun.ticket };
    const answer = await askSession<LoginDone | DeviceWaiting>(url, { path: SESSION_PATHS.commandLinePoll, body });
    if (!('isWaiting' in answer)) return answer;
    if (answer.isTooFast) intervalSeconds += SLOWER_BY_SECONDS;
  }
  throw tooLate();
}
