import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { numberedId } from '../../../testing/numbered-id.ts';
import { findSiteAccess } from '../../access/sites/find-site-access.ts';
import { newSite } from '../../../testing/new-site.ts';
import { applySchedules } from '../../schedules/apply-schedules.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Step } from '../migrations/step.ts';
import type { Store } from '../store.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const UPGRADES = 20;
const NOW = Date.UTC(2026, 9, 25, 0, 30);
const CALLER = { clientId: numberedId(1) as ClientId, scopes: new Set<never>(), generation: 0 };
const SITES = Array.from({ length: 8 }, (_, index) => numberedId(100 + index) as SiteId);

/** What every request reads, in the order in which no request reads it. */
function stepsOf(upgrade: number): Record<string, Step> {
  const alter = (...tables: string[]): Step => ({
    locks: tables,
    async up(db) {
      for (const table of tables) await sql.raw(`ALTER TABLE ${table} ADD COLUMN more_${upgrade} TEXT`).execute(db);
    },
  });
  const name = String(8_000 + upgrade);
  return { [`${name}-a`]: alter('client', 'site_grant', 'pool_grant'), [`${name}-b`]: alter('site_state', 'site') };
}

it('no request of two nodes fails while the tables that all of them read are altered, and each batch is found once', async () => {
  await using database = await createTestDatabase();
  const opening = { url: database.url, connections: 8, isUnsafeAllowed: false, onLost: () => undefined };
  const stores = await Promise.all([openPostgresStore(opening), openPostgresStore(opening)]);
  const [first] = stores;
  for (const siteId of SITES) await newSite(first, NOW, { siteId });
  const failed: unknown[] = [];
  const accepted: string[] = [];
  const over = new AbortController();
  const callOn = async (siteId: SiteId, index: number, store: Store) => {
    for (let count = 1; !over.signal.aborted; count += 1) {
      const batchId = numberedId(index * 1_000_000 + count);
      try {
        await store.read(findSiteAccess, { caller: CALLER, siteId });
        const { kind } = await store.write(applySchedules, { ...batchOf(siteId, count), batchId: batchId as BatchId });
        if (kind === 'accepted') accepted.push(batchId);
        else failed.push(kind);
      } catch (cause) {
        failed.push(cause);
      }
    }
  };
  const calling = SITES.flatMap((siteId, index) => {
    const store = stores[index % 2];
    return store === undefined ? [] : [callOn(siteId, index, store)];
  });
  let known: Record<string, Step> = migrations;
  for (let upgrade = 0; upgrade < UPGRADES; upgrade += 1) {
    known = { ...known, ...stepsOf(upgrade) };
    const before = accepted.length;
    await migratePostgres(database.url, { known });
    await expect.poll(() => accepted.length).toBeGreaterThan(before);
  }
  over.abort();
  await Promise.all(calling);
  await Promise.all(stores.map((store) => store.close()));
  expect(failed).toEqual([]);
  const rows = await database.query('SELECT batch_id::text AS id FROM batch');
  expect(rows.map(({ id }) => String(id)).toSorted()).toEqual(accepted.toSorted());
});

function batchOf(siteId: SiteId, value: number) {
  const entry = { startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-26T00:00:00Z', value };
  const batch = parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }] });
  return { siteId, clientId: CALLER.clientId, now: NOW, batch };
}
