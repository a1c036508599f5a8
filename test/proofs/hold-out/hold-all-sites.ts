import { setTimeout as wait } from 'node:timers/promises';
import type { HoldStatus } from '@setpoint/contract';
import { type Ask, askAt } from './ask.ts';
import { pause } from './pause.ts';
import type { Now } from './phase.ts';
import type { World } from './world.ts';

const HOLDS = '/api/v1/fleet/holds';
const LOOK_EVERY_MS = 100;
const GIVE_UP_MS = 10_000;
const REST_MS = 1_000;

/** The emergency stop, again and again: made, watched until every good controller confirmed it, released. */
export async function holdAllSites(world: World, now: Now): Promise<void> {
  const ask = askAt(world, { withinMs: GIVE_UP_MS, connections: 1 });
  const sites = world.postedSites.length + world.fleetSites.length;
  while (!now.over.aborted) {
    const { phase } = now;
    const held = holdOnce(ask, world.operatorToken, sites);
    const noted = held.then(({ ms, failure }) =>
      failure === undefined ? phase.note('holdMs', ms) : phase.fail('holdMs', `hold: ${failure}`),
    );
    phase.track(noted);
    const { holdId } = await held;
    if (holdId !== undefined) await release(ask, world.operatorToken, holdId);
    await pause(REST_MS, now.over);
  }
}

async function holdOnce(ask: Ask, token: string, sites: number) {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const made = await ask({ method: 'POST', path: HOLDS, token, body: JSON.stringify({ allSites: true }) });
  if (made.status !== 201) return { ms: elapsed(), failure: String(made.status || made.text) };
  const { holdId } = JSON.parse(made.text) as HoldStatus;
  while (elapsed() < GIVE_UP_MS) {
    const { status, text } = await ask({ path: `${HOLDS}/${holdId}?limit=1`, token });
    // Sites of attackers have no controller, or none that confirms.
    if (status === 200 && (JSON.parse(text) as HoldStatus).counts.confirmed >= sites) return { ms: elapsed(), holdId };
    await wait(LOOK_EVERY_MS);
  }
  return { ms: elapsed(), holdId, failure: 'not confirmed' };
}

async function release(ask: Ask, token: string, holdId: string): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (performance.now() < giveUpAt) {
    const { status } = await ask({ method: 'DELETE', path: `${HOLDS}/${holdId}`, token });
    if (status === 200 || status === 204 || status === 404) return;
    await wait(LOOK_EVERY_MS);
  }
}
