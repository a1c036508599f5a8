import { expect, it } from 'vitest';
import { lookUntil } from '../../../testing/look-until.ts';
import { startPostgres, startStandby } from '../../../testing/start-postgres.ts';
import { connectionTo } from './connection-to.ts';
import { queryDatabase } from './query-database.ts';

it('a connection to a primary that is frozen ends once its standby was promoted, and the next one goes there', async () => {
  await using primary = await startPostgres();
  await using standby = await startStandby(primary);
  const connecting = connectionTo(
    primary.url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`),
  );
  const { Client, connectionString } = connecting;
  const watching = connecting.watch();
  const frozen = new Client(connectionString);
  let isEnded = false;
  frozen.on('error', () => undefined);
  frozen.once('end', () => (isEnded = true));
  await frozen.connect();
  expect(frozen.port).toBe(primary.port);
  primary.signalAll('SIGSTOP');
  try {
    await queryDatabase(standby.url, 'SELECT pg_promote()');
    await lookUntil(
      async () => isEnded,
      (isSo) => isSo,
    );
    const next = new Client(connectionString);
    await next.connect();
    expect(next.port).toBe(standby.port);
    await next.end();
  } finally {
    watching.stop();
    primary.signalAll('SIGCONT');
  }
});
