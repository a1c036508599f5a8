import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InterfaceFault } from '@setpoint/controller';
import { expect, onTestFinished, test } from 'vitest';
import { type OwnAnswers, startFrontDoor } from './start-front-door.ts';

/** A service that notes what it was asked, behind a door. */
async function openDoor(own?: OwnAnswers) {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
      response.writeHead(
        request.method === 'DELETE' ? 204 : 201,
        [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ].flat(),
      );
      response.end(request.method === 'DELETE' ? undefined : JSON.stringify(request.headers));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  let faults: InterfaceFault[] = [];
  const door = await startFrontDoor({ port: 0, faults: () => faults, random: () => 0.5, own });
  door.passTo(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    await door.close();
    service.closeAllConnections();
    service.close();
  });
  const post = (path = '/api/v1/public/x') =>
    fetch(door.url + path, { method: 'POST', body: 'text', headers: { 'x-mine': 'yes' } });
  return { door, asked, post, meet: (...next: InterfaceFault[]) => (faults = next) };
}

test('without faults, what is asked and answered passes as it is', async () => {
  const { door, asked, post } = await openDoor();
  const answer = await post('/api?a=%20b');
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([201, ['a=1', 'b=2']]);
  expect(await answer.json()).toMatchObject({ 'x-mine': 'yes', host: new URL(door.url).host });
  const none = await fetch(`${door.url}/gone`, { method: 'DELETE' });
  expect([none.status, await none.text()]).toEqual([204, '']);
  expect(asked).toEqual(['POST /api?a=%20b text', 'DELETE /gone ']);
});

test('a fault meets its path and its method alone, and its share of the requests', async () => {
  const { door, post, meet } = await openDoor();
  const fault = { kind: 'too_many_requests', seconds: 1 } as const;
  meet(
    { ...fault, path: '/api/v1/public', method: 'POST', probability: 1 },
    { ...fault, path: '/', method: undefined, probability: 0.5 },
  );
  const read = await fetch(`${door.url}/api/v1/public/x`);
  expect([(await post()).status, (await post('/oauth/token')).status, read.status]).toEqual([429, 201, 201]);
});

test('what the door answers itself never reaches the service, and the rest is marked by a header', async () => {
  const answered: string[] = [];
  const { door, asked } = await openDoor({
    path: '/demo/',
    header: 'x-own',
    async answer({ url = '' }, outgoing) {
      answered.push(url);
      outgoing.end('own');
    },
  });
  expect(await (await fetch(`${door.url}/demo/x`)).text()).toBe('own');
  expect((await fetch(`${door.url}/demo`)).headers.get('x-own')).toBe('1');
  expect([answered, asked]).toEqual([['/demo/x'], ['GET /demo ']]);
});
