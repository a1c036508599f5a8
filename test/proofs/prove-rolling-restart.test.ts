import { expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { hasHaproxy } from '../support/proxies/start-haproxy.ts';
import { restartInTurn } from './prove-rolling-restart.ts';

it(
  'no request fails while two nodes behind haproxy are restarted in turn',
  ifThere(hasHaproxy(), 'haproxy'),
  async () => {
    await using database = await createTestDatabase('empty');
    const { faults, restarts, history } = await restartInTurn({
      databaseUrl: database.url,
      requests: 500,
      restarts: 2,
    });
    expect(faults).toEqual([]);
    expect(restarts).toBeGreaterThanOrEqual(2);
    expect(history.count('accepted')).toBeGreaterThan(100);
  },
);
