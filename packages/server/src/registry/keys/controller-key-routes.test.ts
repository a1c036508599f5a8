import { type AddedControllerKey, type ControllerKeyList, PATHS, type SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { at } from '../../../testing/asking-of.ts';
import { worldOfTest } from '../../../testing/open-world.ts';
import { routesOver } from '../../../testing/routes-over.ts';
import { controllerKeyRoutes } from './controller-key-routes.ts';

it('a key of a controller is listed with its end, and its gateway hears when it is revoked', async () => {
  const world = await worldOfTest();
  const siteId = await world.site();
  const { app, serve, ...over } = routesOver(world, ['fleet:admin']);
  const told: SiteId[] = [];
  controllerKeyRoutes(serve, { ...over, onRevoked: (id) => told.push(id) });
  const path = at(PATHS.fleetSiteKeys, siteId);
  const url = `${path}?endsAt=2099-01-01T01:00:00%2B01:00`;
  const { keyId } = (await app.inject({ method: 'POST', url })).json<AddedControllerKey>();
  const late = await app.inject({ method: 'POST', url: `${path}?endsAt=1999-01-01T00:00:00Z` });
  expect([late.statusCode, late.json()]).toMatchObject([400, { message: 'endsAt: is in the past' }]);
  const { keys } = (await app.inject(path)).json<ControllerKeyList>();
  expect(new Set(keys.map(({ endsAt }) => endsAt))).toEqual(new Set([null, '2099-01-01T00:00:00.000Z']));
  await app.inject({ method: 'DELETE', url: `${path}/${keyId}` });
  expect(told).toEqual([siteId]);
});
