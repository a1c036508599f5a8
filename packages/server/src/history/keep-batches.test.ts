import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadInForce } from '../following/load-in-force.ts';
import { type StoreKind, storeOfTest, type TestStore } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { command, PAIRS } from '../../testing/draw.ts';
import { listPartitions, type Partition, dropPartition } from '../store/partitions/partition.ts';
import { listBatches } from './list-batches.ts';
import { readBatch } from '../delivery/read-delivery.ts';
import { readHistory } from './read-history.ts';
import { listOverviews } from '../overview/read-overviews.ts';
import { readPortfolio } from '../schedules/read-portfolio.ts';
import { readStanding } from '../following/read-standing.ts';
import { keepPartitions } from '../store/partitions/keep-partitions.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { forgetBatches, forgetOldBatches } from './forget-batches.ts';
import { putGrant } from '../access/grants/put-grant.ts';

const DAY = 86_400_000;
// A Thursday: weeks of partitions begin with it.
const START = Date.UTC(2030, 0, 3);
const DAYS = 80;
const KEPT = 35 * DAY;
const CLIENT = '00000000-0000-4000-8000-00000000000c' as string as ClientId;
const SITES = [1, 2, 3].map((index) => `00000000-0000-4000-8000-00000000000${index}` as SiteId);
const NO_END = { epoch: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER };
const kept = { minuteMs: 2 * DAY, quarterMs: 35 * DAY };

/** A store with sites of which the first is set each day, the second each tenth; batches are kept for a short time. */
class KeptLog {
  readonly opened: TestStore;
  readonly batchIds = new Map<SiteId, BatchId[]>();
  readonly parents: BatchId[] = [];
  readonly keep: () => Promise<void>;
  now = START;

  constructor(opened: TestStore) {
    this.opened = opened;
    const shared = { store: opened.store, now: () => this.now };
    const steps = [
      keepPartitions({ ...shared, certainNow: shared.now, kept: { ...kept, batchMs: KEPT } }),
      forgetOldBatches(KEPT)(shared),
    ];
    this.keep = async () => {
      for (let round = 0; round < 2; round += 1) for (const step of steps) await step().catch(() => undefined);
      // Partitions are looked at once a minute.
      this.now += 61_000;
    };
  }

  get store(): Store {
    return this.opened.store;
  }

  async addSites(): Promise<void> {
    for (const siteId of SITES) await newSite(this.store, this.now, { siteId, siteName: siteId });
    const client = { clientId: CLIENT, clientName: 'Desk', scopes: [], secretHash: 'hash', now: this.now };
    await this.store.write(addClient, client);
    await this.store.write(putGrant, { clientId: CLIENT, siteId: '*', canSchedule: true });
  }

  /** One pair after the other is set, or cleared. */
  async set(day: number): Promise<void> {
    const pair = PAIRS[day % PAIRS.length] ?? 'grid/activePowerkW';
    const schedules = [command(pair, day % 4 === 3 ? [] : [day % 90])];
    const parentId = idOf(day);
    this.parents.push(parentId);
    for (const siteId of SITES.slice(0, day % 10 === 0 ? 2 : 1)) {
      const batchId = idOf(day * 10 + SITES.indexOf(siteId) + 1_000);
      this.batchIds.set(siteId, [...(this.batchIds.get(siteId) ?? []), batchId]);
      await setSchedules(this.store, siteId, { clientId: CLIENT, batchId, parentId, now: this.now, schedules });
    }
  }

  async live(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      this.now = START + day * DAY;
      await this.keep();
      await this.set(day);
    }
  }

  /** All that a caller can ask of the log. */
  async observe(): Promise<unknown> {
    const sites = [];
    for (const siteId of SITES) {
      const batches = await this.store.read(listBatches, { siteId, before: NO_END, limit: 200 });
      const page = await this.store.read(listBatches, { siteId, before: batches[1] ?? NO_END, limit: 1 });
      const ids = this.batchIds.get(siteId) ?? [];
      const histories = [];
      for (let version = 0; version <= ids.length; version += 1)
        histories.push(await this.store.read(readHistory, { siteId, moment: { version } }));
      histories.push(await this.store.read(readHistory, { siteId, moment: { at: this.now - KEPT / 2 } }));
      const found = await Promise.all(ids.map((batchId) => this.store.read(readBatch, { batchId })));
      sites.push({ batches, page, histories, found, inForce: await this.#inForce(siteId) });
    }
    const portfolios = await Promise.all(this.parents.map((parentId) => this.store.read(readPortfolio, { parentId })));
    const all = { clientId: CLIENT, after: { siteName: '', siteId: '' }, limit: 10, now: this.now };
    return { sites, portfolios, overviews: await this.store.read(listOverviews, all) };
  }

  async #inForce(siteId: SiteId): Promise<unknown[]> {
    const standing = await this.store.read(readStanding, { siteId });
    if (standing === undefined) return [];
    const ago = [0, 5, KEPT / DAY, DAYS].map((days) => this.now - days * DAY);
    return Promise.all(ago.map((fromMs) => loadInForce({ store: this.store, siteId, standing, fromMs })));
  }
}

function idOf(number: number): BatchId {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}` as BatchId;
}

async function openLog(kind: StoreKind): Promise<KeptLog> {
  const log = new KeptLog(await storeOfTest(kind));
  await log.addSites();
  return log;
}

describe('batches with time', () => {
  let log: KeptLog;

  beforeEach(async () => {
    log = await openLog('PostgreSQL');
  });

  const partitionsOf = async () =>
    ((await log.store.read(listPartitions, {})) ?? [])
      .filter(({ of }) => of === 'batch')
      .toSorted((one, other) => one.fromAt - other.fromAt);
  const countIn = async (table: string) => (await log.opened.query(`SELECT 1 FROM ${table}`)).length;

  it('are the same to see on either store, before their partition goes and after', async () => {
    const file = await openLog('SQLite');
    await Promise.all([log.live(DAYS), file.live(DAYS)]);
    const listed = (await log.store.read(listBatches, { siteId: SITES[0] ?? fail(), before: NO_END, limit: 200 }))
      .length;
    const before = await countIn('batch');
    expect([listed, before > listed]).toEqual([36, true]);
    expect(await log.observe()).toEqual(await file.observe());

    // All of some partition's time is over now; it goes as one.
    const there = await partitionsOf();
    for (const one of [log, file]) {
      one.now += 6 * DAY;
      await one.keep();
    }
    expect((await partitionsOf())[0]).toEqual(there[0]);
    expect(await log.observe()).toEqual(await file.observe());
    for (const one of [log, file]) await one.keep();
    expect((await partitionsOf())[0]).toEqual(there[1]);
    expect(await countIn('batch')).toBeLessThan(before);
    expect(await log.observe()).toEqual(await file.observe());
  });

  it('are taken where no partition was made for them, and go from there step by step', async () => {
    await log.set(0);
    await log.keep();
    expect([await countIn('batch_other'), (await partitionsOf()).length]).toEqual([2, 2]);
    log.now += KEPT + DAY;
    await log.keep();
    expect(await countIn('batch_other')).toBe(0);
  });

  it('stay with their partition until it is written down what all of them led to', async () => {
    await log.live(3);
    const [first] = await partitionsOf();
    const partition: Partition = first ?? fail();
    await log.store.write(dropPartition, partition);
    const before = log.now + 1;
    const [one, other = fail()] = SITES;
    if (one !== undefined) await log.store.write(forgetBatches, { siteId: one, before, limit: 32 });
    await log.store.write(dropPartition, partition);
    expect(await countIn('batch')).toBe(4);
    await log.store.write(forgetBatches, { siteId: other, before, limit: 32 });
    await log.store.write(dropPartition, partition);
    expect(await countIn('batch')).toBe(0);
  });

  it('stay while somebody reads them for long, and hold up nobody', async () => {
    await log.live(3);
    log.now += KEPT + 6 * DAY;
    const made = await partitionsOf();
    await log.opened.query('CREATE TABLE gate (opened_at bigint)');
    const reading = log.opened.query(`DO $$ BEGIN PERFORM count(*) FROM batch;
      WHILE NOT EXISTS (SELECT 1 FROM gate) LOOP PERFORM pg_sleep(0.02); END LOOP; END $$`);
    await expect
      .poll(() =>
        log.opened.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%FROM gate%' AND wait_event = 'PgSleep'`),
      )
      .toHaveLength(1);
    const keeping = log.keep();
    await log.set(7);
    await keeping;
    expect(await countIn('batch')).toBe(5);
    await log.opened.query('INSERT INTO gate VALUES (1)');
    await reading;
    await log.keep();
    expect((await partitionsOf()).map(({ fromAt }) => fromAt)).not.toContain(made[0]?.fromAt);
    expect(await countIn('batch')).toBe(1);
  });

  it('are found by an index in each partition', async ({ skip }) => {
    const [release] = await log.opened.query("SELECT current_setting('server_version_num')::int AS number");
    if (Number(release?.['number']) < 160_000) skip('EXPLAIN (GENERIC_PLAN) came with PostgreSQL 16');
    await log.live(3);
    await log.opened
      .query(`INSERT INTO batch (batch_id, site_id, epoch, version, client_id, accepted_at, accepted, state_hash, commands,
        parent_id) SELECT ${hexId('n')}, '${SITES[2]}', 1, n, ${hexId('0')}, ${START} + n * 60000, 1, 'h', '[]',
        ${hexId('n % 500')} FROM generate_series(1, 20000) AS n`);
    await log.opened.query('ANALYZE batch');
    const asked = vi.spyOn(pg.Connection.prototype, 'parse');
    const fresh = await log.opened.reopen();
    await fresh.read(readBatch, { batchId: SEVENTH });
    await fresh.read(readPortfolio, { parentId: SEVENTH });
    await fresh.read(listBatches, { siteId: SITES[2] ?? fail(), before: NO_END, limit: 10 });
    await fresh.read(readHistory, { siteId: SITES[1] ?? fail(), moment: { version: 1 } });
    await fresh.close();
    const texts = asked.mock.calls.map(([{ text }]) => text).filter((text) => /\bbatch\b/.test(text));
    asked.mockRestore();
    expect(texts.length).toBeGreaterThanOrEqual(4);
    const large = await log.opened.query(
      `SELECT relname FROM pg_class WHERE relname LIKE 'batch%' AND relkind = 'r' AND reltuples > 1000`,
    );
    expect(large.length).toBeGreaterThan(1);
    for (const text of texts) {
      const plan = (await log.opened.query(`EXPLAIN (GENERIC_PLAN) ${text}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
      // The index says which rows: to walk along all of another would be no better than the table itself.
      for (const { relname } of large) {
        expect(plan).toMatch(new RegExp(` on ${String(relname)} .*\\n *(Index|Recheck) Cond: `));
      }
    }
  });
});

const fail = () => expect.unreachable('there is none');
const SEVENTH = '00000000-0000-0000-0000-000000000007' as string as BatchId;

function hexId(number: string): string {
  return `lpad(to_hex(${number}), 32, '0')::uuid`;
}
