import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { type AddedClient, PATHS, type PoolAvailability, type PoolAvailabilitySum } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const BOOKED = { afrrImportBookingkW: 100, afrrExportBookingkW: 50 };

const world = await worldOfTests();
const siteIds = [await world.site({ values: BOOKED }), await world.site({ values: BOOKED })];

describe('what a pool can give, as a stream', () => {
  let poolId: string;
  let reader: AddedClient;
  let stop: AbortController;

  beforeEach(async () => {
    stop = new AbortController();
    poolId = await world.pool(siteIds);
    reader = await world.client();
    await world.ask('PUT', grants(), { body: { poolId, can: 'read' } });
  });
  afterEach(async () => {
    stop.abort();
    await world.ask('DELETE', at(PATHS.fleetPool, poolId));
  });

  const grants = () => at(PATHS.fleetClientGrants, reader.clientId);
  const path = () => at(PATHS.fleetPoolAvailability, poolId);

  function clientOf({ clientId, clientSecret }: AddedClient): SetpointClient {
    return createSetpointClient({ url: world.base, clientId, clientSecret });
  }

  function watch(client = clientOf(reader)) {
    const watched = client.pools.watchAvailability(poolId, { signal: stop.signal });
    return {
      watched,
      async until(isWanted: (sum: PoolAvailabilitySum) => boolean): Promise<PoolAvailabilitySum> {
        for (;;) {
          const { value, done } = await watched.next();
          if (done === true) throw new Error('it ended');
          if (isWanted(value)) return value;
        }
      },
    };
  }

  const headers = async (client = reader) => ({
    Authorization: `Bearer ${await world.token('sites:read', client)}`,
    Accept: 'text/event-stream',
  });

  it('begins with what it is now, without members, and goes on with what becomes of it', async () => {
    const { body } = await world.ask<PoolAvailability>('GET', path());
    const { members: _members, nextCursor: _cursor, ...asked } = body;
    const watching = watch();
    const first = await watching.until(() => true);
    expect(first).toEqual({ ...asked, at: first.at });
    expect([first.import.availablekW, first.export.availablekW]).toEqual([200, 100]);

    const hold = await world.ask<{ holdId: string }>('POST', PATHS.fleetHolds, {
      body: { siteId: siteIds[0], reason: 'x' },
    });
    const held = await watching.until(({ import: { availablekW } }) => availablekW === 100);
    expect(held.import).toMatchObject({ bookedkW: 200, in750sKw: 100 });
    expect(held.import.binds).toContainEqual({ because: 'held', members: 1 });
    await world.ask('DELETE', PATHS.fleetHold.replace(':holdId', hold.body.holdId));
    await world.report(siteIds[0] ?? '');
    await watching.until(({ import: { availablekW } }) => availablekW === 200);
    await world.ask('DELETE', `${at(PATHS.fleetPool, poolId)}/members/${siteIds[1]}`);
    expect((await watching.until(({ memberCount }) => memberCount === 1)).import.bookedkW).toBe(100);
  });

  it.each([
    ['for everybody when the pool is removed', 404, () => at(PATHS.fleetPool, poolId)],
    ['when the client may no longer call', 401, () => at(PATHS.fleetClient, reader.clientId)],
  ])('ends %s', async (_title, status, gone) => {
    const watching = watch();
    await watching.until(() => true);
    await world.ask('DELETE', gone());
    await expect(watching.watched.next()).rejects.toMatchObject({ status });
  });

  it('is refused like the answer itself, before anything is streamed', async () => {
    const stranger = await world.client();
    await world.ask('PUT', at(PATHS.fleetClientGrants, stranger.clientId), {
      body: { siteId: siteIds[0], can: 'schedule' },
    });
    const cases: [string, Record<string, string>, number, string][] = [
      [path(), { Accept: 'text/event-stream' }, 401, 'application/json'],
      [path(), await headers(stranger), 404, 'application/json'],
      [`${path()}?limit=5`, await headers(), 400, 'application/json'],
      [path(), { ...(await headers()), Accept: 'text/event-stream;q=0, */*' }, 200, 'application/json'],
      [path(), { ...(await headers()), Accept: 'application/json, Text/Event-Stream' }, 200, 'text/event-stream'],
    ];
    for (const [asked, sent, status, type] of cases) {
      const answer = await fetch(world.base + asked, { headers: sent, signal: stop.signal });
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([status, type]);
      if (status === 200) expect(answer.headers.get('vary')).toContain('Accept');
    }
  });

  it('counts as a stream of the client', async () => {
    const { base } = await world.startAnother({ SETPOINT_SHARES: 'client-streams=1' });
    const sent = { headers: await headers(), signal: stop.signal };
    const first = await fetch(base + path(), sent);
    expect(first.status).toBe(200);
    const refused = await fetch(base + path(), sent);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
