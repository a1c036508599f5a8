import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const world = await worldOfTests();
const operator = await world.bearer('sites:read');

interface Told {
  readonly siteId?: string;
  readonly data?: { readonly change?: string; readonly actor?: object };
}

const streamOf = (query: string, headers = operator) =>
  fetch(`${world.base}${PATHS.fleetEvents}?${query}`, { headers });

/** What was told so far that names a site. */
async function told(query: string): Promise<Told[]> {
  const text = await (await streamOf(`${query}&after=oldest&follow=false`)).text();
  const all = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Told);
  return all.filter(({ siteId }) => siteId !== undefined);
}

it('of one site or pool are those alone, also where another site or a pool is named in them', async () => {
  const [inside, other, outside] = [
    await world.site({ values: {} }),
    await world.site(),
    await world.site({ values: {} }),
  ];
  const poolId = await world.pool([inside, other]);
  const sitesIn = async (query: string) => (await told(query)).map(({ siteId }) => siteId);
  const all = await sitesIn('');
  expect(new Set(all)).toEqual(new Set([inside, other, outside]));
  expect(await sitesIn(`siteId=${inside.toUpperCase()}`)).toEqual(all.filter((siteId) => siteId === inside));
  expect(await sitesIn(`siteId=${inside}&poolId=${poolId}&types=site.changed`)).toEqual([inside]);
  expect(new Set(await sitesIn(`poolId=${poolId}`))).toEqual(new Set([inside, other]));
});

it('of one site are for those with a grant of it, and end with that grant', async () => {
  const [siteId, other] = [await world.site({ values: {} }), await world.site()];
  const client = await world.client({ siteId, can: 'read' });
  const reader = await world.bearer('sites:read', client);
  for (const id of [other, randomUUID(), 'north', '']) {
    expect((await streamOf(`siteId=${id}&follow=false`, reader)).status).toBe(404);
  }
  expect((await streamOf(`poolId=${await world.pool([siteId])}&follow=false`, reader)).status).toBe(404);
  const listening = await streamOf(`siteId=${siteId}`, reader);
  await world.ask('DELETE', `${at(PATHS.fleetClientGrants, client.clientId)}?siteId=${siteId}`);
  await world.ask('PATCH', at(PATHS.fleetSite, siteId), { body: { notes: 'by the gate' } });
  // The service ends it: there is an end of the text to read.
  expect(await listening.text()).not.toContain('edited');
});

it('say of what was done to a site who did it, without the name', async () => {
  const siteId = await world.site();
  await world.ask('PATCH', at(PATHS.fleetSite, siteId), { body: { notes: 'by the gate' } });
  const poolId = await world.pool([siteId]);
  await world.ask('DELETE', at(PATHS.fleetPool, poolId));
  await world.ask('DELETE', `${at(PATHS.fleetSite, siteId)}?name=Nordhafen`);
  const actor = { kind: 'client', id: world.operatorId };
  const ofSite = (await told('types=site.changed')).filter((event) => event.siteId === siteId);
  expect(ofSite.map(({ data }) => [data?.change, data?.actor])).toEqual(
    ['added', 'edited', 'joined', 'left', 'removed'].map((change) => [change, actor]),
  );
});
