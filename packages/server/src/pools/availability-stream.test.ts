import { PATHS, type PoolAvailability, type PoolAvailabilitySum } from '@setpoint/contract';
import { parseSse } from '../../../client/src/events/parse-sse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, openPoolWorld, type PoolWorld } from '../testing/open-pool-world.ts';

let world: PoolWorld;

beforeAll(async () => {
  world = await openPoolWorld();
});
afterAll(() => world.close());

interface Listening {
  readonly status: number;
  readonly type: string | null;
  /** The next message; undefined at the end of the stream. */
  readonly next: () => Promise<PoolAvailabilitySum | undefined>;
  readonly leave: () => void;
}

async function listen(poolId: string, headers: Record<string, string>): Promise<Listening> {
  const leaving = new AbortController();
  const answer = await fetch(world.base + at(PATHS.fleetPoolAvailability, poolId), {
    headers: { ...headers, Accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const messages = parseSse(answer.body ?? new ReadableStream())[Symbol.asyncIterator]();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    next: async () => {
      for (;;) {
        const { done = false, value } = await messages.next();
        if (done) return undefined;
        if (value?.data !== undefined && value.data !== '') return JSON.parse(value.data) as PoolAvailabilitySum;
      }
    },
    leave: () => leaving.abort(),
  };
}

async function reader(poolId: string) {
  const client = await world.addClient();
  const grants = at(PATHS.fleetClientGrants, client.clientId);
  await world.ask('PUT', grants, { body: { poolId, can: 'read' } });
  const headers = { Authorization: `Bearer ${await world.token('sites:read', client)}` };
  return { headers, loseGrant: () => world.ask('DELETE', `${grants}?poolId=${poolId}`) };
}

it('says what the pool can give at once, as it is asked, and again once a member is held', async () => {
  const siteIds = [
    await world.siteWith({ afrrImportBookingkW: 40 }),
    await world.siteWith({ afrrImportBookingkW: 60 }),
  ];
  const poolId = await world.poolOf(siteIds);
  const { headers } = await reader(poolId);
  const stream = await listen(poolId, headers);
  expect(stream).toMatchObject({ status: 200, type: 'text/event-stream' });
  const first = await stream.next();
  const { body: asked } = await world.ask<PoolAvailability>('GET', at(PATHS.fleetPoolAvailability, poolId));
  const { members: _members, nextCursor: _nextCursor, at: _at, ...whole } = asked;
  expect(first).toEqual({ ...whole, at: first?.at });
  expect(whole.import.bookedkW).toBe(100);
  const made = await world.ask('POST', PATHS.fleetHolds, { body: { siteId: siteIds[0], reason: 'works' } });
  expect(made.status).toBe(201);
  const isHeld = (sum?: PoolAvailabilitySum) => sum?.import.binds.some(({ because }) => because === 'held') !== false;
  let then: PoolAvailabilitySum | undefined;
  do then = await stream.next();
  while (!isHeld(then));
  expect(then?.import).toMatchObject({ bookedkW: 60, availablekW: 60 });
  stream.leave();
});

it('ends with the grant of the pool, before anything that happens later is told', async () => {
  const siteId = await world.siteWith({ afrrImportBookingkW: 40 });
  const poolId = await world.poolOf([siteId]);
  const { headers, loseGrant } = await reader(poolId);
  const stream = await listen(poolId, headers);
  expect(await stream.next()).toMatchObject({ poolId, memberCount: 1 });
  expect((await loseGrant()).status).toBe(204);
  await world.ask('DELETE', `${at(PATHS.fleetPool, poolId)}/members/${siteId}`);
  expect(await stream.next()).toBeUndefined();
});

it('ends with the pool', async () => {
  const poolId = await world.poolOf([await world.siteWith({ afrrImportBookingkW: 40 })]);
  const { headers } = await reader(poolId);
  const stream = await listen(poolId, headers);
  expect(await stream.next()).toMatchObject({ memberCount: 1 });
  expect((await world.ask('DELETE', at(PATHS.fleetPool, poolId))).status).toBe(204);
  let last: PoolAvailabilitySum | undefined;
  do last = await stream.next();
  while (last !== undefined);
});

it('is not for those without a grant of the pool, whose members they may be', async () => {
  const siteId = await world.siteWith({});
  const poolId = await world.poolOf([siteId]);
  const stream = await listen(poolId, await world.clientWith({ siteId, can: 'schedule' }));
  expect(stream.status).toBe(404);
  const wrong = await fetch(`${world.base}${at(PATHS.fleetPoolAvailability, poolId)}?limit=2`, {
    headers: { ...(await reader(poolId)).headers, Accept: 'text/event-stream' },
  });
  expect(wrong.status).toBe(400);
});
