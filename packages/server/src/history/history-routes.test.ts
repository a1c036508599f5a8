import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClientId,
  type HistoryBatch,
  type HistoryBatchList,
  namesOfPair,
  type PairName,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreIn } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { historyRoutes } from './history-routes.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { serveOperations } from '../serving/serve-operations.ts';
import { servingOver } from '../../testing/serving-over.ts';

const CLIENT = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const REMOVED = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const TEN = Date.UTC(2030, 0, 1, 10);

describe('the history of a site, asked for', () => {
  let folder: string;
  let store: Store;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-history-'));
    store = await openStoreIn(folder);
    const scopes = ['sites:read'] as const;
    await store.write(addClient, { clientId: CLIENT, clientName: 'Trader', scopes, secretHash: 'x', now: TEN });
    await newSite(store, TEN, { siteId: SITE });
    await store.write(putGrant, { clientId: CLIENT, siteId: SITE, canSchedule: false });
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const authenticate = () => ({ clientId: CLIENT, scopes: new Set(scopes) });
    historyRoutes(serveOperations(app, servingOver(store, authenticate)));
    await set(REMOVED, 'bess/optimalSocPcnt', [50]);
    for (let version = 2; version <= 30; version += 1) await set(CLIENT, 'bess/activePowerkW', [version, 1]);
  });

  afterAll(async () => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('names who changed what and when, also a pair that another one cleared', async () => {
    const { batches } = await list('');
    expect(batches).toHaveLength(30);
    expect(batches.slice(-2)).toEqual([
      {
        batchId: expect.any(String),
        version: 2,
        acceptedAt: '2030-01-01T10:00:02.000Z',
        clientId: CLIENT,
        clientName: 'Trader',
        actor: { kind: 'client', id: CLIENT, name: 'Trader' },
        accepted: 1,
        commands: [
          { asset: 'bess', type: 'activePowerkW', entries: 2 },
          { asset: 'bess', type: 'optimalSocPcnt', entries: 0 },
        ],
      },
      expect.objectContaining({ version: 1, clientId: REMOVED, clientName: null, actor: null }),
    ]);
  });

  it('is listed in pages that a later batch does not move', async () => {
    const seen: HistoryBatch[] = [];
    for (let query = '?limit=7'; query !== '';) {
      const { batches, nextCursor } = await list(query);
      seen.push(...batches);
      await set(CLIENT, 'bess/activePowerkW', [seen.length]);
      query = nextCursor === null ? '' : `?limit=7&cursor=${nextCursor}`;
    }
    expect(seen.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
  });

  it('shows what was set after a version, at an instant, and now', async () => {
    const first = { version: 1, schedules: [{ asset: 'bess', type: 'optimalSocPcnt', entries: [{ value: 50 }] }] };
    await expect(get('/schedules?version=1')).resolves.toMatchObject(first);
    await expect(get('/schedules?at=2030-01-01T11:00:01.999%2B01:00')).resolves.toMatchObject(first);
    await expect(get('/schedules?version=0')).resolves.toMatchObject({ acceptedAt: null, schedules: [] });
    const { version } = (await list('?limit=1')).batches[0] ?? { version: 0 };
    await expect(get('/schedules')).resolves.toMatchObject({ version, acceptedAt: expect.any(String) });
  });

  it('compares any version with any other, in either direction', async () => {
    const change = { asset: 'bess', type: 'activePowerkW' };
    const two = [{ value: 2 }];
    const three = [{ value: 3 }];
    await expect(get('/schedules/diff?from=2&to=3')).resolves.toMatchObject({
      changes: [{ ...change, removed: two, added: three }],
    });
    await expect(get('/schedules/diff?from=3&to=2')).resolves.toMatchObject({
      changes: [{ ...change, removed: three, added: two }],
    });
  });

  function list(query: string): Promise<HistoryBatchList> {
    return get(`/batches${query}`);
  }

  async function get<Body>(path: string): Promise<Body> {
    const answer = await app.inject({ url: `/api/v1/fleet/sites/${SITE}${path}` });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json<Body>();
  }

  let seconds = 0;
  async function set(clientId: ClientId, pair: PairName, values: readonly number[]): Promise<void> {
    seconds += 1;
    const { asset, type } = namesOfPair(pair);
    const entries = values.map((value, index) => ({
      startAt: new Date(TEN + index * 3_600_000).toISOString(),
      endAt: new Date(TEN + (index + 1) * 3_600_000).toISOString(),
      value,
    }));
    await setSchedules(store, SITE, { now: TEN + seconds * 1_000, schedules: [{ asset, type, entries }], clientId });
  }
});
