import { ask, type Call, type Reply } from '@setpoint/server/testing/ask';
import type { World } from '@setpoint/server/testing/open-world';

/** Brings one status about; gets a request that would succeed. */
export type Provoke = (world: World, good: Call) => Promise<Reply>;

export const unknownQuery: Provoke = (world, good) => ask(world.base, { ...good, path: withMore(good.path, 'page=2') });
export const wrongBody: Provoke = (world, good) => ask(world.base, { ...good, body: '{"unheard":1}' });
export const brokenBody: Provoke = (world, good) => ask(world.base, { ...good, body: '{' });
export const twice: Provoke = async (world, good) => {
  await ask(world.base, good);
  return ask(world.base, good);
};
export const badLimit: Provoke = (world, good) => ask(world.base, { ...good, path: withMore(good.path, 'limit=0') });

export function withoutGrant(scope: string): Provoke {
  return async (world, good) => {
    const token = await world.token(scope, await world.client());
    return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
  };
}

/** A character that no database can hold, in the place of the last id. */
export const withNul: Provoke = (world, good) => ask(world.base, { ...good, path: good.path.replace(/[^/]+$/, '%00') });

function withMore(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

export function withId(text: string, id: string): string {
  return text.replace(/[\da-f]{8}-[\da-f-]{27}/, id);
}
