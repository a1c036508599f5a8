import { connect } from 'node:net';
import { join } from 'node:path';
import { createSetpointClient } from '@setpoint/client';
import { expect, it } from 'vitest';
import { fillEvents } from './fill-events.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const IDLERS = 40;
const HEAP_MIB = 128;
const ROWS = 60_000;

it('a listener that takes nothing is cut off, and nothing is kept for it meanwhile', async () => {
  await using dir = await makeTempDir();
  const siteId = await withSite(dir.path);
  fillEvents({ databasePath: join(dir.path, 'setpoint.sqlite'), siteId, rows: ROWS, at: Date.now() });
  // Far less than all that is not taken: a service that kept it would be dead.
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` };
  await using service = await startService({ dataDir: dir.path, env });
  const credentials = { url: service.url, ...(await operatorOf(dir.path)) };
  const readLog = async () => {
    const log: unknown[] = [];
    for await (const event of createSetpointClient(credentials).events({ after: 'oldest', follow: false }))
      log.push(event);
    return log;
  };
  const token = await signIn(service.url, credentials);
  const ends = Array.from({ length: IDLERS }, () => takeNothing(service.url, token));
  // A client that reads waits for none of them.
  const log = await readLog();
  expect(log.length).toBeGreaterThanOrEqual(ROWS);
  await Promise.all(ends);
  expect((IDLERS * JSON.stringify(log).length) / 2 ** 20).toBeGreaterThan(4 * HEAP_MIB);
  expect(await readLog()).toHaveLength(log.length);
});

/** Asks for all events and reads none of them; resolves when the service has cut it off. */
async function takeNothing(url: string, token: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1/fleet/events?after=oldest HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  socket.pause();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  // Nothing is read, so only a write tells that the other side is gone.
  const knocking = setInterval(() => socket.write('\r\n'), 500);
  await closed;
  clearInterval(knocking);
}

async function withSite(dataDir: string): Promise<string> {
  await using service = await startService({ dataDir });
  const siteId = await (await ServiceClient.signIn(service.url, dataDir)).addSite('Alpha');
  await service.end('SIGTERM');
  return siteId;
}
