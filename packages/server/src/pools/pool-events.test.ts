import { PATHS } from '@setpoint/contract';
import { afterAll, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = await openWorld();
afterAll(() => world.close());

const events = (query: string, headers: Record<string, string>) =>
  fetch(`${world.base}${PATHS.fleetEvents}?${query}`, { headers });

it('are those of the pool and its members alone', async () => {
  const [inside, outside] = [await world.site({ values: {} }), await world.site({ values: {} })];
  const poolId = await world.pool([inside]);
  await world.pool([outside]);
  await world.report(inside);
  await world.report(outside);
  const operator = { Authorization: `Bearer ${await world.token('sites:read')}` };
  const text = await (await events(`poolId=${poolId}&after=oldest&follow=false`, operator)).text();
  expect(text).toContain('"change":"joined"');
  expect(text).not.toContain(outside);
});

it('say of what was done to a site who did it, without the name', async () => {
  const siteId = await world.site();
  await world.ask('PATCH', at(PATHS.fleetSite, siteId), { body: { notes: 'by the gate' } });
  const poolId = await world.pool([siteId]);
  await world.ask('DELETE', at(PATHS.fleetPool, poolId));
  await world.ask('DELETE', `${at(PATHS.fleetSite, siteId)}?name=Nordhafen`);
  const operator = { Authorization: `Bearer ${await world.token('sites:read')}` };
  const text = await (await events('types=site.changed&after=oldest&follow=false', operator)).text();
  const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Told);
  const actor = { kind: 'client', id: world.operatorId };
  const changes = ['added', 'edited', 'joined', 'left', 'removed'];
  expect(told.filter((event) => event.siteId === siteId).map(({ data }) => [data.change, data.actor])).toEqual(
    changes.map((change) => [change, actor]),
  );
});

interface Told {
  readonly siteId?: string;
  readonly data: { readonly change?: string; readonly actor?: object };
}
