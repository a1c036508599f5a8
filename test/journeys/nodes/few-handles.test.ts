import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { connectForeign, mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import { serveTests } from '../../support/service/serve-tests.ts';

const HANDLES = 600;
const STRANGERS = 700;
/** More than strangers of one address may have. */
const PROVEN = 30;
const DRIP_MS = 250;
const BACK_AFTER_MS = 1_000;
const MOST_TRIES = 10;
const WITH_FEW_HANDLES = ['sh', '-c', `ulimit -n ${HANDLES} && exec "$0" "$@"`];
// Others than the first of them are addresses of this machine on Linux alone.
const ADDRESSES = process.platform === 'linux' ? 90 : 1;

const serving = serveTests({ wrap: WITH_FEW_HANDLES });
const strangers = new Set<Socket>();
let arrived = 0;
let isOver = false;

afterAll(() => {
  isOver = true;
  for (const stranger of strangers) stranger.destroy();
});

/** One that says nothing, or a byte now and then, and comes back whenever it is closed. */
function besiege(port: number, number: number, bytes: Buffer): void {
  const localAddress = `127.0.0.${1 + (number % ADDRESSES)}`;
  const stranger = connect({ host: '127.0.0.1', port, localAddress }).resume();
  strangers.add(stranger);
  arrived += 1;
  let sent = 0;
  const drip = setInterval(() => stranger.write(bytes.subarray(sent, (sent += 1))), DRIP_MS);
  stranger.on('error', () => undefined);
  stranger.once('close', () => {
    clearInterval(drip);
    strangers.delete(stranger);
    if (!isOver) setTimeout(() => besiege(port, number, bytes), BACK_AFTER_MS);
  });
}

/** A connection that asked once with a credential, and stays. */
async function openProven(path: string, credential: string): Promise<Socket> {
  const socket = connect(Number(new URL(serving.service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${credential}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1.1 200 /);
  return socket.resume();
}

/** Asks a few times more, as probes do, where a connection was closed to make room before it proved anything. */
async function insist<T>(ask: () => Promise<T>, tries = MOST_TRIES): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (tries === 1) throw cause;
    return insist(ask, tries - 1);
  }
}

const opsUrl = () => /operations +(\S+)/.exec(serving.service.output())?.[1] ?? '';
const probe = (path: string) => insist(() => fetch(`${opsUrl()}${path}`, { headers: { Connection: 'close' } }));

it('with 600 file handles and 700 strangers at its ports, operators and controllers are served', async () => {
  const { operator, service, folder } = serving;
  const login = await operator.registerSite('Nordhafen');
  const post = Buffer.from(
    `POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n${'a'.repeat(9_999)}`,
  );
  const ports: [string, Buffer][] = [
    [service.url, post],
    [mqttUrlOf(service), Buffer.from([0x10, 0xff, 0x3f, ...Buffer.alloc(999)])],
    [opsUrl(), post],
  ];
  const token = await signIn(service.url, await operatorOf(folder));
  const proven: Socket[] = [];
  for (let number = 0; number < PROVEN; number += 1) {
    proven.push(await openProven('/api/v1/public/sites', token));
    proven.push(await openProven('/api/v1/controller/schedule', login.controllerKey));
  }
  for (let number = 0; number < STRANGERS; number += 1) {
    const [url, bytes] = ports[number % ports.length] ?? ['', post];
    besiege(Number(new URL(url).port), number, number % 2 === 0 ? bytes : Buffer.alloc(0));
  }
  for (let round = 0; round < 5; round += 1) {
    await expect.poll(() => arrived).toBeGreaterThan(STRANGERS + round * 100);
    expect((await probe('/livez')).status).toBe(200);
    const hold = { method: 'POST', body: { siteId: login.siteId } };
    const held = await insist(() => operator.ask('/api/v1/fleet/holds', hold));
    expect(held.status).toBe(201);
  }
  expect(proven.filter((socket) => socket.destroyed || socket.readableEnded)).toEqual([]);
  for (const socket of proven) socket.destroy();
  const controller = await insist(() => connectForeign(service, login));
  await controller.report();
  controller.client.end(true);
  const figures = await (await probe('/metrics')).text();
  for (const port of ['http', 'mqtt', 'ops']) {
    expect(figures).toMatch(new RegExp(`setpoint_connections_refused_total\\{port="${port}"\\} [1-9]`));
  }
  expect(service.output()).not.toMatch(/EMFILE|"level":(50|60)/);
  expect(service.output().match(/"refusal":"connection"/g)?.length).toBeLessThan(200);
});
