import { type HistoryBatch, type HistoryBatchList, PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { drawSchedules, MIDNIGHT, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const clock = { now: MIDNIGHT };
const world = await worldOfTests({ clock });
const siteId = await world.site();
const client = await world.client({ siteId, can: 'schedule' });
const removed = client.clientId;
const body = { schedules: drawSchedules('bess optimalSocPcnt | 00-01 50') };
await world.done('POST', at(PATHS.schedules, siteId), { body, as: await world.bearer('schedules:write', client) });
await world.done('DELETE', at(PATHS.fleetClient, removed));
for (let version = 2; version <= 30; version += 1) await set(version);

describe('the history of a site, asked for', () => {
  it('names who changed what and when, also a pair that another one cleared', async () => {
    const { batches } = await list('');
    expect(batches).toHaveLength(30);
    expect(batches.slice(-2)).toMatchObject([
      {
        version: 2,
        acceptedAt: '2030-01-01T00:00:01.000Z',
        clientId: world.operatorId,
        actor: { kind: 'client', id: world.operatorId },
        accepted: 1,
        commands: [
          { asset: 'bess', type: 'activePowerkW', entries: 2 },
          { asset: 'bess', type: 'optimalSocPcnt', entries: 0 },
        ],
      },
      { version: 1, clientId: removed, clientName: null, actor: null },
    ]);
    expect(batches[28]?.actor?.name).toBe(batches[28]?.clientName);
  });

  it('is listed in pages that a later batch does not move', async () => {
    const seen: HistoryBatch[] = [];
    for (let query = '?limit=7'; query !== '';) {
      const { batches, nextCursor } = await list(query);
      seen.push(...batches);
      await set(seen.length);
      query = nextCursor === null ? '' : `?limit=7&cursor=${nextCursor}`;
    }
    expect(seen.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
  });

  it('shows what was set after a version, at an instant, and now', async () => {
    const first = { version: 1, schedules: [{ asset: 'bess', type: 'optimalSocPcnt', entries: [{ value: 50 }] }] };
    await expect(get('/schedules?version=1')).resolves.toMatchObject(first);
    await expect(get('/schedules?at=2030-01-01T01:00:00.999%2B01:00')).resolves.toMatchObject(first);
    await expect(get('/schedules?version=0')).resolves.toMatchObject({ acceptedAt: null, schedules: [] });
    const { version } = (await list('?limit=1')).batches[0] ?? { version: 0 };
    await expect(get('/schedules')).resolves.toMatchObject({ version, acceptedAt: expect.any(String) });
  });

  it('compares any version with any other, in either direction', async () => {
    const change = (removedKw: number, added: number) => ({
      changes: [{ asset: 'bess', type: 'activePowerkW', removed: [{ value: removedKw }], added: [{ value: added }] }],
    });
    await expect(get('/schedules/diff?from=2&to=3')).resolves.toMatchObject(change(2, 3));
    await expect(get('/schedules/diff?from=3&to=2')).resolves.toMatchObject(change(3, 2));
  });

  const get = <Body>(path: string) => world.done<Body>('GET', at(PATHS.fleetSite, siteId) + path);
  const list = (query: string) => get<HistoryBatchList>(`/batches${query}`);
});

async function set(value: number): Promise<void> {
  clock.now += 1_000;
  await setDrawn(world, siteId, `bess activePowerkW | 00-01 ${value}, 01-02 1`);
}
