import { expect, it } from 'vitest';
import { forgetOldApplied } from './delivery/forget-old-applied.ts';
import { forgetOldEvents } from './events/forget-events.ts';
import { forgetOldMeasurements } from './following/forget-measurements.ts';
import { forgetOldBatches } from './history/forget-old-batches.ts';
import { forgetOldHolds } from './holds/forget-holds.ts';
import { forgetOldIdempotency } from './schedules/forget-idempotency.ts';
import { keepPartitions } from './store/partitions/keep-partitions.ts';
import { forgetOldAttempts } from './webhooks/note-attempt.ts';
import { openTestStore, STORE_KINDS } from '../testing/open-test-store.ts';
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

it.each(STORE_KINDS)('nothing is written while nothing is old, on %s', async (kind) => {
  const { store, query, close } = await openTestStore(kind);
  await query(
    `INSERT INTO site (site_id, site_name, time_zone, created_at, version, state_hash) VALUES ('${SITE}', 's', 'UTC', 0, 0, '')`,
  );
  await query(`INSERT INTO measurement VALUES ('${SITE}', 1, ${START}, '{}'), ('${SITE}', 15, ${START}, '{}')`);
  await query(`INSERT INTO idempotency VALUES ('c', 'k', '${SITE}', 'h', 'b', 1, 1, ${START}, NULL)`);
  let now = START;
  const { store: counted, writes } = countWrites(store);
  const kept = { minuteMs: 48 * HOUR_MS, quarterMs: 35 * 24 * HOUR_MS };
  const forgetting = { store: counted, now: () => now, keptMs: HOUR_MS };
  const steps = [
    forgetOldIdempotency({ ...forgetting, keptMs: 48 * HOUR_MS }),
    forgetOldHolds(forgetting),
    forgetOldEvents(forgetting),
    forgetOldAttempts(forgetting),
    forgetOldMeasurements({ ...forgetting, kept }),
    keepPartitions({ ...forgetting, certainNow: () => now, kept: { ...kept, batchMs: HOUR_MS } }),
    forgetOldBatches(forgetting),
    forgetOldApplied(forgetting),
  ];
  const takeAll = async () => {
    for (const step of steps) await step();
    return writes.splice(0);
  };
  expect(await takeAll()).toEqual([]);
  now = START + 48 * HOUR_MS + 1;
  expect(await takeAll()).toEqual(['forgetIdempotency', 'forgetMeasurements']);
  now = START + 35 * 24 * HOUR_MS + 1;
  expect(await takeAll()).toEqual(['forgetMeasurements']);
  expect(await takeAll()).toEqual([]);
  await close();
});
