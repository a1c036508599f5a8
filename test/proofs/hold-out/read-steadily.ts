import { askAt } from './ask.ts';
import { beat } from './pause.ts';
import type { Now } from './phase.ts';
import type { World } from './world.ts';

const READ_EVERY_MS = 20;
const GIVE_UP_MS = 10_000;
const HEALTH = '/api/v1/public/health';

/** Reads sites, now and then all of them, at a steady rate: who waits for one answer does not ask less for the next. */
export async function readSteadily(world: World, now: Now): Promise<void> {
  const ask = askAt(world, { withinMs: GIVE_UP_MS, connections: 8 });
  const siteIds = [...world.postedSites, ...world.fleetSites].map(({ siteId }) => siteId);
  let count = 0;
  const readOnce = async (path: string): Promise<void> => {
    const { phase } = now;
    const startedAt = performance.now();
    const { status, text } = await ask({ path, token: world.traderToken });
    const isGood = status === (path === HEALTH ? 204 : 200);
    if (isGood) phase.note('publicMs', performance.now() - startedAt);
    else phase.fail('publicMs', `GET: ${status || text}`);
  };
  await beat(READ_EVERY_MS, now.over, () => {
    count += 1;
    now.phase.track(readOnce(pathOf(count, siteIds)));
  });
}

function pathOf(count: number, siteIds: readonly string[]): string {
  if (count % 25 === 0) return '/api/v1/public/sites';
  if (count % 10 === 0) return HEALTH;
  return `/api/v1/public/sites/${siteIds[count % siteIds.length] ?? ''}`;
}
