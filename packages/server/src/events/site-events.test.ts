import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const events = (query: string, headers: Record<string, string>) =>
  fetch(`${world.base}${PATHS.fleetEvents}?${query}`, { headers });

it('of one site are those alone, also where another site or a pool is named in them', async () => {
  const [inside, outside] = [await world.site({ values: {} }), await world.site({ values: {} })];
  const poolId = await world.pool([inside, outside]);
  const operator = await world.bearer('sites:read');
  const read = async (query: string) =>
    [...(await (await events(query, operator)).text()).matchAll(/^data: (\{.*"siteId".*\})$/gm)].map(
      ([, data = '']) => (JSON.parse(data) as { siteId: string }).siteId,
    );
  const all = await read('after=oldest&follow=false');
  expect(new Set(all)).toEqual(new Set([inside, outside]));
  const own = await read(`siteId=${inside.toUpperCase()}&after=oldest&follow=false`);
  expect(own).toEqual(all.filter((siteId) => siteId === inside));
  expect(await read(`siteId=${inside}&poolId=${poolId}&types=site.changed&after=oldest&follow=false`)).toEqual([
    inside,
  ]);
});

it('of one site are for those with a grant of it, and end with that grant', async () => {
  const [siteId, other] = [await world.site({ values: {} }), await world.site()];
  const client = await world.client({ siteId, can: 'read' });
  const reader = await world.bearer('sites:read', client);
  for (const id of [other, randomUUID(), 'north', '']) {
    expect((await events(`siteId=${id}&follow=false`, reader)).status).toBe(404);
  }
  expect((await events(`siteId=${randomUUID()}&follow=false`, await world.bearer('sites:read'))).status).toBe(404);
  const listening = await events(`siteId=${siteId}`, reader);
  await world.ask('DELETE', `${at(PATHS.fleetClientGrants, client.clientId)}?siteId=${siteId}`);
  await world.ask('PATCH', at(PATHS.fleetSite, siteId), { body: { notes: 'by the gate' } });
  // The service ends it: there is an end of the text to read.
  expect(await listening.text()).not.toContain('edited');
});
