import { expect, it } from 'vitest';
import { forgetOldApplied } from './delivery/forget-applied.ts';
import { forgetOldEvents } from './events/forget-events.ts';
import { forgetMinutes, forgetQuarters } from './following/measurements-kept.ts';
import { forgetOldBatches } from './history/forget-batches.ts';
import { forgetHolds } from './holds/release-hold.ts';
import { forgetIdempotency } from './schedules/steps/keep-idempotent.ts';
import { keepPartitions } from './store/partitions/keep-partitions.ts';
import { forgetAttempts } from './webhooks/note-attempt.ts';
import { STORE_KINDS, type StoreKind, storeOfTest } from '../testing/open-test-store.ts';
import type { Store } from './store/store.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
const START = Date.UTC(2030, 0, 1);
const HOUR_MS = 3_600_000;

/** A store that counts what is written, but for partitions, which come and go with time. */
function countWrites(store: Store): { store: Store; writes: string[] } {
  const writes: string[] = [];
  const write: Store['write'] = (made, input) => {
    if (!made.name.endsWith('Partition')) writes.push(made.name);
    return store.write(made, input);
  };
  return { store: { ...store, write }, writes };
}

async function openWithSite(kind: StoreKind) {
  const opened = await storeOfTest(kind);
  await opened.query(
    `INSERT INTO site (site_id, site_name, time_zone, created_at, version, state_hash) VALUES ('${SITE}', 's', 'UTC', 0, 0, '')`,
  );
  return opened;
}

const KINDS = [
  [
    forgetIdempotency,
    'created_at',
    'idempotency',
    (at: number) => `'c', 'k${at}', '${SITE}', 'h', 'b', 1, 1, ${at}, NULL`,
  ],
  [forgetMinutes, 'slot_at', 'measurement WHERE minutes = 1', (at: number) => `'${SITE}', 1, ${at}, '{}'`],
  [forgetQuarters, 'slot_at', 'measurement WHERE minutes = 15', (at: number) => `'${SITE}', 15, ${at}, '{}'`],
  [
    forgetHolds,
    'released_at',
    'hold',
    (at: number) => `'h${at}', NULL, NULL, NULL, NULL, 'c', 0, 0, '', NULL, 'c', ${at}, NULL`,
  ],
  [forgetAttempts, 'at', 'webhook_delivery', (at: number) => `'w', '${at}', 'e', 't', 1, ${at}, NULL, 1, NULL`],
] as const;

it.each(STORE_KINDS)('the oldest rows of each kind go first, and none that is still young, on %s', async (kind) => {
  const { store, query } = await openWithSite(kind);
  await query(
    "INSERT INTO client (client_id, client_name, scopes, is_enabled, created_at) VALUES ('c', 'c', '', 1, 0)",
  );
  await query(`INSERT INTO webhook VALUES ('w', 'c', 'webhook', 'u', '', 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, 0)`);
  for (const [, , from, valuesAt] of KINDS) {
    for (const at of [1, 0, 10, 2]) await query(`INSERT INTO ${from.split(' ')[0]} VALUES (${valuesAt(at)})`);
  }
  for (const [forget, by, from] of KINDS) {
    const left = async () => (await query(`SELECT ${by} AS at FROM ${from} ORDER BY 1`)).map(({ at }) => Number(at));
    await store.write(forget, { before: 10, limit: 2 });
    expect([forget.name, await left()]).toEqual([forget.name, [2, 10]]);
    await store.write(forget, { before: 10, limit: 2 });
    await store.write(forget, { before: 10, limit: 2 });
    expect([forget.name, await left()]).toEqual([forget.name, [10]]);
  }
});

it.each(STORE_KINDS)('nothing is written while nothing is old, on %s', async (kind) => {
  const { store, query } = await openWithSite(kind);
  await query(`INSERT INTO measurement VALUES ('${SITE}', 1, ${START}, '{}'), ('${SITE}', 15, ${START}, '{}')`);
  await query(`INSERT INTO idempotency VALUES ('c', 'k', '${SITE}', 'h', 'b', 1, 1, ${START}, NULL)`);
  let now = START;
  const { store: counted, writes } = countWrites(store);
  const kept = { minuteMs: 48 * HOUR_MS, quarterMs: 35 * 24 * HOUR_MS };
  const ground = { store: counted, now: () => now };
  const steps = [
    forgetIdempotency.after(48 * HOUR_MS)(ground),
    forgetHolds.after(HOUR_MS)(ground),
    forgetOldEvents(HOUR_MS)(ground),
    forgetAttempts.after(HOUR_MS)(ground),
    forgetMinutes.after(kept.minuteMs)(ground),
    forgetQuarters.after(kept.quarterMs)(ground),
    keepPartitions({ ...ground, certainNow: () => now, kept: { ...kept, batchMs: HOUR_MS } }),
    forgetOldBatches(HOUR_MS)(ground),
    forgetOldApplied(ground),
  ];
  const takeAll = async () => {
    for (const step of steps) await step();
    return writes.splice(0);
  };
  expect(await takeAll()).toEqual([]);
  now = START + 48 * HOUR_MS + 1;
  expect(await takeAll()).toEqual(['forgetIdempotency', 'forgetMinutes']);
  now = START + 35 * 24 * HOUR_MS + 1;
  expect(await takeAll()).toEqual(['forgetQuarters']);
  expect(await takeAll()).toEqual([]);
});
