import { PATHS, type RegisteredSiteList } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { worldOfTests } from '../../testing/open-world.ts';

type Sites = RegisteredSiteList & { readonly message: string };

const world = await worldOfTests();
const members = [await world.site({ values: {} }), await world.site({ values: {} })].toSorted();
const poolId = await world.pool(members);
const gone = await world.site({ values: {} });
await world.ask('PUT', `${at(PATHS.fleetPool, poolId)}/members/${gone}`, { body: {} });
await world.ask('DELETE', `${at(PATHS.fleetPool, poolId)}/members/${gone}`);
await world.site({ values: {} });

describe('a pool in the place of sites', () => {
  const window = () => ({ from: soon(0), to: soon(60_000) });
  const idsOf = ({ body }: { body: Sites }) => body.sites.map(({ siteId }) => siteId);

  it.each([PATHS.fleetOverview, PATHS.fleetSites])('filters %s by its members of now, page by page', async (path) => {
    const first = await world.ask<Sites>('GET', `${path}?poolId=${poolId}&limit=1`);
    const rest = await world.ask<Sites>('GET', `${path}?poolId=${poolId}&limit=9&cursor=${first.body.nextCursor}`);
    expect([...idsOf(first), ...idsOf(rest)].toSorted()).toEqual(members);
    expect([first.body.sites.length, rest.body.nextCursor]).toEqual([1, null]);
    const wrong = await world.ask<Sites>('GET', `${path}?poolId=north`);
    expect([wrong.status, wrong.body.message]).toEqual([400, 'poolId: must be a UUID']);
  });

  it.each([PATHS.fleetPlans, PATHS.fleetHeadroom])('names its members of now to %s', async (path) => {
    const as = await world.bearer('sites:read', await world.client({ poolId, can: 'read' }));
    const found = await world.ask<Sites>('POST', path, { body: { poolId, ...window() }, as });
    expect([found.status, idsOf(found)]).toEqual([200, members]);
    for (const siteIds of [undefined, members]) {
      const body = { ...window(), ...(siteIds === undefined ? {} : { siteIds, poolId }) };
      const { status, body: told } = await world.ask<Sites>('POST', path, { body, as });
      expect([status, told.message]).toEqual([400, 'give either siteIds or poolId']);
    }
  });

  it('is not shown to a client that has a grant of a member alone', async () => {
    const as = await world.bearer('sites:read', await world.client({ siteId: members[0], can: 'schedule' }));
    const body = { poolId, ...window() };
    for (const asked of [
      world.ask<Sites>('POST', PATHS.fleetPlans, { body, as }),
      world.ask<Sites>('GET', `${PATHS.fleetOverview}?poolId=${poolId}`, { as }),
    ])
      expect(await asked).toMatchObject({ status: 404, body: { message: 'there is no such pool' } });
  });
});
