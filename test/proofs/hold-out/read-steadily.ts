import { type Ask, askAt, type Question } from './ask.ts';
import { beat } from './pause.ts';
import type { Now, Phase } from './phase.ts';
import type { World } from './world.ts';

const READ_EVERY_MS = 20;
const GIVE_UP_MS = 10_000;
const HEALTH = '/api/v1/public/health';

/** Reads sites, now and then all of them, at a steady rate: who waits for one answer does not ask less for the next. */
export async function readSteadily(world: World, now: Now): Promise<void> {
  const ask = askAt(world, { withinMs: GIVE_UP_MS, connections: 8 });
  const askAnew = askAt(world, { withinMs: GIVE_UP_MS, connections: 0 });
  const siteIds = [...world.postedSites, ...world.fleetSites].map(({ siteId }) => siteId);
  let count = 0;
  await beat(READ_EVERY_MS, now.over, () => {
    count += 1;
    const isAnew = count % 10 === 5;
    const question = { path: pathOf(count, siteIds), token: world.traderToken };
    const { phase } = now;
    phase.track(readOnce(isAnew ? askAnew : ask, question, { phase, measured: isAnew ? 'anewMs' : 'publicMs' }));
  });
}

function pathOf(count: number, siteIds: readonly string[]): string {
  if (count % 25 === 0) return '/api/v1/public/sites';
  if (count % 10 === 0) return HEALTH;
  return `/api/v1/public/sites/${siteIds[count % siteIds.length] ?? ''}`;
}

interface Noting {
  readonly phase: Phase;
  readonly measured: 'publicMs' | 'anewMs';
}

async function readOnce(ask: Ask, question: Question, { phase, measured }: Noting): Promise<void> {
  const startedAt = performance.now();
  const { status, text } = await ask(question);
  const isGood = status === (question.path === HEALTH ? 204 : 200);
  if (isGood) phase.note(measured, performance.now() - startedAt);
  else phase.fail(measured, `${measured === 'anewMs' ? 'GET over a new connection' : 'GET'}: ${status || text}`);
}
