import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { readBatch } from '../../delivery/read-delivery.ts';
import { eventIdOf } from '../../events/sse-text.ts';
import { readEvents } from '../../events/read-events.ts';
import { listBatches } from '../../history/list-batches.ts';
import { readHistory } from '../../history/read-history.ts';
import { removeSite } from '../../registry/sites/remove-site.ts';
import { readPortfolio } from '../../schedules/read-portfolio.ts';
import { makeTestPlace } from '../../../testing/make-test-place.ts';
import { numberedId } from '../../../testing/numbered-id.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { migratePostgres } from '../postgres/migrate-postgres.ts';
import { queryDatabase } from '../postgres/query-database.ts';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { openForWriting } from '../sqlite/open-for-writing.ts';
import { migrations } from './migrations.ts';

const SITES = [numberedId(1) as SiteId, numberedId(2) as SiteId] as const;
const CLIENT = numberedId(3) as ClientId;
const [PARENT, FIRST, SECOND, OTHER] = [10, 11, 12, 13].map((number) => numberedId(number) as BatchId);
const START = { epoch: 1, tx: 0, n: 0, k: 0 };

const event = (version: number) => `{"type":"batch.accepted","at":${version},"data":{"version":${version}}}`;

// As the release before wrote them.
const ROWS = [
  ...SITES.map(
    (siteId) =>
      `INSERT INTO site (site_id, site_name, time_zone, created_at, version, state_hash) VALUES ('${siteId}', 's', 'UTC', 0, 2, 'h')`,
  ),
  `INSERT INTO client (client_id, client_name, scopes, is_enabled, created_at) VALUES ('${CLIENT}', 'Trader', '', 1, 0)`,
  batchRow({ batchId: FIRST, siteId: SITES[0], version: 1, value: 5 }),
  batchRow({ batchId: SECOND, siteId: SITES[0], version: 2, value: 7, parentId: PARENT }),
  batchRow({ batchId: OTHER, siteId: SITES[1], version: 2, value: 9, parentId: PARENT }),
  `INSERT INTO event VALUES (1, 1, 0, 1, '${SITES[0]}', '[${event(1)}]')`,
  `INSERT INTO event VALUES (1, 2, 0, 2, '', '[["${SITES[0]}",[${event(2)}]],["${SITES[1]}",[${event(2)}]]]')`,
];

it.each(STORE_KINDS)('the log of before is answered as before, on %s', async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-ids-'));
  {
    await using origin = await makeTestPlace(kind, folder);
    await makeEarlierStore(kind, kind === 'SQLite' ? join(folder, 'setpoint.sqlite') : origin.place);
    const store = await origin.open();
    const [siteId, other] = SITES;

    const position = { epoch: 9, version: 9 };
    const listed = await store.read(listBatches, { siteId, before: position, limit: 9 });
    expect(listed.map(({ batchId, clientId, clientName }) => [batchId, clientId, clientName])).toEqual([
      [SECOND, CLIENT, 'Trader'],
      [FIRST, CLIENT, 'Trader'],
    ]);
    const past = await store.read(readHistory, { siteId, moment: { version: 1 } });
    expect(JSON.stringify(past.kind === 'found' && [...past.schedule.texts.values()])).toContain('5');
    expect(await store.read(readBatch, { batchId: FIRST ?? fail() })).toMatchObject({ siteId, version: 1 });
    const together = await store.read(readPortfolio, { parentId: PARENT ?? fail() });
    expect(together.map((one) => [one.siteId, one.batchId])).toEqual([
      [siteId, SECOND],
      [other, OTHER],
    ]);
    const { events } = await store.read(readEvents, { after: START, rows: 9 });
    expect(events.map((one) => [eventIdOf(one.position), one.siteId, one.data])).toEqual([
      ['1.1.0.0', siteId, { version: 1 }],
      ['1.2.0.0', siteId, { version: 2 }],
      ['1.2.0.1', other, { version: 2 }],
    ]);

    await store.write(removeSite, { siteId, siteName: 's', now: 3 });
    expect(await store.read(readBatch, { batchId: FIRST ?? fail() })).toBeUndefined();
    expect(await store.read(readBatch, { batchId: OTHER ?? fail() })).toMatchObject({ siteId: other });
    await store.close();
  }
  rmSync(folder, { recursive: true });
});

async function makeEarlierStore(kind: string, at: string): Promise<void> {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0104'));
  if (kind === 'SQLite') {
    const db = openForWriting(at);
    await migrateSqlite(db, earlier);
    for (const row of ROWS) db.exec(row);
    db.close();
    return;
  }
  await migratePostgres(at, { known: earlier });
  for (const row of ROWS) await queryDatabase(at, row);
}

interface OldBatch {
  readonly batchId: BatchId | undefined;
  readonly siteId: SiteId;
  readonly version: number;
  readonly value: number;
  readonly parentId?: BatchId | undefined;
}

function batchRow({ batchId, siteId, version, value, parentId }: OldBatch): string {
  const entry = { startAt: '2026-10-25T00:00:00.000Z', endAt: '2026-10-26T00:00:00.000Z', value };
  const commands = JSON.stringify([{ asset: 'grid', type: 'activePowerkW', entries: [entry] }]);
  const parent = parentId === undefined ? 'NULL' : `'${parentId}'`;
  return `INSERT INTO batch VALUES ('${batchId}', '${siteId}', 1, ${version}, '${CLIENT}', ${version}, 1, 'h',
    '${commands}', ${parent})`;
}

function fail(): never {
  throw new Error('there is none');
}
