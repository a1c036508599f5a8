import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { runHere } from '../../testing/run-here.ts';

const health = (environment: Readonly<Record<string, string>>, ...options: string[]) =>
  runHere(['health', ...options], environment);

/** An operations port that is ready from its third answer on. */
async function startOperations(host: string) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.statusCode = url === '/livez' || asked.length > 2 ? 200 : 503;
    response.end(response.statusCode === 200 ? 'ready\n' : 'not ready\n');
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = { SETPOINT_OPS_HOST: host, SETPOINT_OPS_PORT: String(port) };
  return { environment, asked, port, [Symbol.dispose]: () => void server.close() };
}

it('says whether the service is ready, as an exit code', async () => {
  using operations = await startOperations('0.0.0.0');
  const { environment, asked, port } = operations;
  const address = `http://127.0.0.1:${port}/readyz`;
  const refused = { code: 1, out: '', error: `${address} answers 503: not ready.\n` };
  await expect(health(environment)).resolves.toEqual(refused);
  await expect(health(environment, '--live')).resolves.toMatchObject({ code: 0, out: 'live\n' });
  await expect(health(environment)).resolves.toEqual({ code: 0, out: 'ready\n', error: '' });
  expect(asked).toEqual(['/readyz', '/livez', '/readyz']);
});

it('waits for it as long as it is told to', async () => {
  using operations = await startOperations('127.0.0.1');
  await expect(health(operations.environment, '--wait', '60')).resolves.toMatchObject({ code: 0, out: 'ready\n' });
  expect(operations.asked).toHaveLength(3);
});

it('says where nothing answers, and takes no other wait than a duration', async () => {
  const nowhere = { SETPOINT_OPS_PORT: '1' };
  const { code, error } = await health(nowhere, '--wait', '1');
  expect([code, error]).toEqual([1, expect.stringContaining('Nothing answers at http://127.0.0.1:1/readyz')]);
  await expect(health(nowhere, '--wait', 'soon')).resolves.toMatchObject({ code: 2 });
});
