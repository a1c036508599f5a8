import { expect, it } from 'vitest';
import { openTestStore, STORE_KINDS } from '../../testing/open-test-store.ts';
import { forgetIdempotency } from './forget-idempotency.ts';

it.each(STORE_KINDS)('forgets the oldest keys first, and none that is still young, on %s', async (kind) => {
  const { store, query, close } = await openTestStore(kind);
  await query(
    "INSERT INTO site (site_id, site_name, time_zone, created_at, version, state_hash) VALUES ('s', 's', 'UTC', 0, 0, '')",
  );
  for (const [key, at] of [
    ['old', 1],
    ['older', 0],
    ['young', 10],
    ['last', 2],
  ] as const) {
    await query(`INSERT INTO idempotency VALUES ('c', '${key}', 's', 'h', 'b', 1, 1, ${at}, NULL)`);
  }
  const kept = async () => (await query('SELECT key FROM idempotency ORDER BY created_at')).map((row) => row['key']);
  await store.write(forgetIdempotency, { before: 10, limit: 2 });
  await expect(kept()).resolves.toEqual(['last', 'young']);
  await store.write(forgetIdempotency, { before: 10, limit: 2 });
  await store.write(forgetIdempotency, { before: 10, limit: 2 });
  await expect(kept()).resolves.toEqual(['young']);
  await close();
});
