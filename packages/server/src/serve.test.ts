import { tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, Server } from 'node:net';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { lookUntil } from '../testing/look-until.ts';
import { testFolder } from '../testing/test-folder.ts';
import { choosePort } from './door/choose-port.ts';
import { migrations } from './store/migrations/migrations.ts';
import { silentConfig } from '../testing/silent-config.ts';
import { serve } from './serve.ts';

// What a thread has in the place of an id, once it is over.
const ENDED = -1;

let folder: string;
let inTheWay: Server;

beforeEach(async () => {
  folder = testFolder();
  inTheWay = await listenAnywhere();
});

afterEach(() => {
  vi.restoreAllMocks();
  inTheWay.close();
});

it.each(['SETPOINT_MQTT_PORT', 'SETPOINT_OPS_PORT'])('closes all that it opened when %s is taken', async (setting) => {
  const listening = noteListeners();
  await expect(serve(configOf({ [setting]: String(portOf(inTheWay)) }))).rejects.toThrow('EADDRINUSE');
  expect(listening()).toEqual([0, expect.toSatisfy((opened) => opened > 1)]);
  const service = await serve(configOf({}));
  const { status } = await fetch(`${service.url}/api/v1/public/health`);
  expect(status).toBe(204);
  expect(listening()[0]).toBeGreaterThan(1);
  await service.stop();
  expect(listening()[0]).toBe(0);
});

/** Notes what begins to listen in this thread: how much of it does now, and how much ever did. */
function noteListeners(): () => [now: number, ever: number] {
  const listen = vi.spyOn(Server.prototype, 'listen');
  return () => {
    const servers = new Set(listen.mock.contexts);
    return [[...servers].filter((server) => server instanceof Server && server.listening).length, servers.size];
  };
}

it('has written operator.json before it listens: who is answered can call it by that', async () => {
  const port = await choosePort('127.0.0.1', 0);
  const isWritten: boolean[] = [];
  const listening = tracingChannel('net.server.listen').asyncEnd;
  const note = (message: unknown) => {
    const { server } = message as { readonly server: Server };
    if (portOf(server) === port) isWritten.push(existsSync(join(folder, 'operator.json')));
  };
  listening.subscribe(note);
  onTestFinished(() => listening.unsubscribe(note));
  const service = await serve(configOf({ SETPOINT_HTTP_PORT: String(port) }));
  await service.stop();
  // First it looks whether the port is free; then many listen at it.
  expect(isWritten[0]).toBe(false);
  expect(new Set(isWritten.slice(1))).toEqual(new Set([true]));
});

it('asks for no port for TLS without a certificate', async () => {
  const service = await serve(configOf({ SETPOINT_MQTTS_PORT: String(portOf(inTheWay)) }));
  expect(service.mqttsUrl).toBeUndefined();
  await service.stop();
});

it('ends its threads when it cannot start', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on('worker', note);
  await expect(serve(configOf({ SETPOINT_HTTP_PORT: String(portOf(inTheWay)) }))).rejects.toThrow('EADDRINUSE');
  process.off('worker', note);
  expect(threads.map(({ threadId }) => threadId)).toEqual([ENDED, ENDED]);
});

it('hands out addresses that work on this machine when it listens everywhere', async () => {
  const everywhere = {
    SETPOINT_HTTP_HOST: '0.0.0.0',
    SETPOINT_OPS_HOST: '::',
    SETPOINT_MQTT_PLAIN_HOST: '0.0.0.0',
    SETPOINT_TLS: 'terminated-upstream',
  };
  const service = await serve(configOf(everywhere));
  const { url, opsUrl, mqttUrl } = service;
  expect([url, opsUrl, mqttUrl].map((address) => new URL(address ?? '').hostname)).toEqual([
    '127.0.0.1',
    '[::1]',
    '127.0.0.1',
  ]);
  const file = JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')) as { url: string };
  const { issuer } = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as {
    issuer: string;
  };
  expect([file.url, issuer]).toEqual([url, url]);
  await service.stop();
});

it('is asked at the operations port by the name of its public address, and by no other', async () => {
  const service = await serve(configOf({ SETPOINT_PUBLIC_URL: 'https://setpoint.example.com' }));
  const statuses: (number | undefined)[] = [];
  for (const host of ['setpoint.example.com:9464', 'other.example.com']) {
    const asked = get(`${service.opsUrl}/livez`, { headers: { host }, agent: false });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    statuses.push(answer.resume().statusCode);
  }
  await service.stop();
  expect(statuses).toEqual([200, 421]);
});

it('says at the operations port how far it is while it brings the schema up to date', async () => {
  await using database = await createTestDatabase('empty');
  // Who makes the same table waits until this transaction ends.
  await using inUse = await beginOn(database.url, 'CREATE TABLE person ()');
  const opsPort = await choosePort('127.0.0.1', 0);
  const starting = serve(configOf({ DATABASE_URL: database.url, SETPOINT_OPS_PORT: String(opsPort) }));
  const at = (path: string) => answerAt(`http://127.0.0.1:${opsPort}${path}`);
  const steps = Object.keys(migrations).length;
  const migrating = `migrating: step ${steps} of ${steps}\n`;
  await lookUntil(
    () => at('/livez'),
    ([, text]) => text === migrating,
  );
  expect(await at('/livez')).toEqual([200, migrating]);
  expect(await at('/readyz')).toEqual([503, migrating]);
  // Another node waits for the one that takes the steps.
  const otherPort = await choosePort('127.0.0.1', 0);
  const other = serve(configOf({ DATABASE_URL: database.url, SETPOINT_OPS_PORT: String(otherPort) }));
  const elsewhere = 'migrating: another node takes the steps\n';
  await lookUntil(
    () => answerAt(`http://127.0.0.1:${otherPort}/readyz`),
    ([status, text]) => status === 503 && text === elsewhere,
  );
  await inUse.end();
  const services = await Promise.all([starting, other]);
  expect(await at('/livez')).toEqual([200, 'alive\n']);
  expect(await at('/readyz')).toEqual([200, 'ready\n']);
  await Promise.all(services.map((service) => service.stop()));
});

async function answerAt(url: string): Promise<[status: number, text: string]> {
  try {
    const answer = await fetch(url);
    return [answer.status, await answer.text()];
  } catch {
    return [0, ''];
  }
}

async function beginOn(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`BEGIN; ${statement}`);
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= client.end());
  return { end, [Symbol.asyncDispose]: end };
}

const configOf = (environment: Readonly<Record<string, string>>) =>
  silentConfig({ SETPOINT_DATA_DIR: folder, ...environment });

async function listenAnywhere(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
