import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { type ConnectionAdvice, connectionAdvice } from './connection-advice.ts';

it.each([
  [20, 97, 0, true],
  [20, 97, 76, true],
  [20, 97, 77, false],
  [20, 21, 0, true],
  [20, 20, 0, false],
])('%d connections and the link, of %d of which %d are open: enough is %s', (wanted, allowed, taken, isEnough) => {
  const advice = connectionAdvice(wanted, { allowed, taken });
  expect(advice.isEnough).toBe(isEnough);
  expect(advice.sentence).toContain(`${wanted + 1} connections to the database, which allows ${allowed}; ${taken}`);
  expect(advice.sentence.includes('max_connections')).toBe(!isEnough);
});

it('counts what the server, the database and the role allow, as the store is opened', async () => {
  await using database = await createTestDatabase();
  const advised: ConnectionAdvice[] = [];
  const open = async () => {
    const store = await openPostgresStore({
      url: database.url,
      connections: 4,
      isUnsafeAllowed: true,
      onLost: () => undefined,
      onAdvice: (advice) => advised.push(advice),
    });
    await store.close();
  };
  await open();
  await database.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} CONNECTION LIMIT 3`);
  await open();
  expect(advised.map(({ isEnough }) => isEnough)).toEqual([true, false]);
  expect(advised[1]?.sentence).toContain('which allows 3;');
});
