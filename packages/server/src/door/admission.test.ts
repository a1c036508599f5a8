import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { type AdmissionRules, createAdmission } from './admission.ts';
import { createConnectionPool } from './connection-pool.ts';

const refused: string[] = [];
let now = 0;
const closing: (() => void)[] = [];

function rulesWith(changes: Partial<AdmissionRules>): AdmissionRules {
  return {
    places: createConnectionPool({ most: 1_000, ports: 1 }).join(),
    most: 1_000,
    mostStrangers: 1_000,
    mostOfAddress: 1_000,
    mostOfOwner: 1_000,
    keepsTurnover: false,
    isShared: () => false,
    now: () => now,
    onRefused: (address) => refused.push(address),
    ...changes,
  };
}

async function openPort(changes: Partial<AdmissionRules>) {
  const admission = createAdmission(rulesWith(changes));
  const server = createServer();
  admission.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { admission, connect: (from = '127.0.0.1') => connectFrom(server, from) };
}

async function connectFrom(server: Server, localAddress: string) {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const far = connect({ host: '127.0.0.1', port, localAddress }).resume();
  far.on('error', () => undefined);
  closing.push(() => far.destroy());
  const [near] = await accepted;
  return { near, far, gone: once(far, 'close') };
}

beforeEach(() => void refused.splice(0));
afterEach(() => closing.splice(0).forEach((close) => close()));

describe('a port', () => {
  it('knows whose requests come over a connection: of its owner, else of its address', async () => {
    const port = await openPort({});
    const { admission } = port;
    const connection = await port.connect();
    expect(admission.speaksFor(connection.near)).toBe('127.0.0.1');
    admission.proved(connection.near, 'a');
    expect(admission.speaksFor(connection.near)).toBe('a');
    const shared = await openPort({ isShared: () => true });
    const proxied = await shared.connect();
    shared.admission.proved(proxied.near, 'a');
    expect(shared.admission.speaksFor(proxied.near)).toBeUndefined();
  });

  it('lets in no more from an address whose strangers were cut off again and again, until the minute is over', async () => {
    const { admission, connect: from } = await openPort({});
    for (let time = 0; time < 20; time += 1) {
      const known = await from('127.0.0.2');
      admission.proved(known.near, 'a');
      admission.cutOff(known.near);
    }
    for (let time = 0; time < 10; time += 1) admission.cutOff((await from('127.0.0.2')).near);
    await (
      await from('127.0.0.2')
    ).gone;
    expect(refused).toEqual(['127.0.0.2']);
    expect((await from('127.0.0.3')).near.destroyed).toBe(false);
    now += 60_000;
    expect((await from('127.0.0.2')).near.destroyed).toBe(false);
  });

  it('lets in more from an address that speaks for many, however often it was cut off', async () => {
    const { admission, connect: from } = await openPort({ isShared: () => true });
    for (let time = 0; time < 20; time += 1) admission.cutOff((await from()).near);
    expect((await from()).near.destroyed).toBe(false);
    expect(refused).toEqual([]);
  });

  it('keeps places in turnover when it is told to: whoever comes is heard', async () => {
    const places = createConnectionPool({ most: 16, ports: 1 }).join();
    const port = await openPort({ most: 16, places, keepsTurnover: true });
    for (let number = 0; number < 16; number += 1)
      port.admission.proved((await port.connect()).near, `client ${number}`);
    const operator = await port.connect();
    port.admission.proved(operator.near, 'operator');
    const next = await port.connect();
    expect([operator.near.destroyed, next.near.destroyed]).toEqual([false, false]);
    expect(refused).toHaveLength(2);
  });

  it('takes few strangers of one address, and as many as come of those that prove themselves', async () => {
    const port = await openPort({ mostOfAddress: 2 });
    const controllers = [];
    for (let number = 0; number < 20; number += 1) {
      const controller = await port.connect();
      port.admission.proved(controller.near, `key ${number}`);
      controllers.push(controller);
    }
    const strangers = [await port.connect(), await port.connect(), await port.connect()];
    const other = await port.connect('127.0.0.2');
    await strangers[0]?.gone;
    const stay = [...controllers, ...strangers.slice(1), other];
    expect(stay.map(({ near }) => near.destroyed)).not.toContain(true);
  });

  it('leaves addresses that speak for many out of the limit of an address', async () => {
    const port = await openPort({ mostOfAddress: 1, isShared: (address) => address === '127.0.0.1' });
    const proxied = [await port.connect(), await port.connect(), await port.connect()];
    expect(proxied.map(({ near }) => near.destroyed)).toEqual([false, false, false]);
  });

  it('gives back the place of whoever leaves', async () => {
    const port = await openPort({ most: 1 });
    for (let number = 0; number < 3; number += 1) {
      const one = await port.connect();
      port.admission.proved(one.near, 'a');
      one.far.destroy();
      await once(one.near.resume(), 'close');
    }
    expect(refused).toEqual([]);
  });

  it('finds a connection again when it is encrypted, and ends one that is not yet', async () => {
    const { key, cert } = await makeCertificate(Date.now());
    const server = createTlsServer({ key, cert });
    const admission = createAdmission(rulesWith({ most: 2 }));
    admission.watch(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const encrypted = once(server, 'secureConnection') as Promise<[Socket]>;
    const proven = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => undefined);
    const [near] = await encrypted;
    admission.proved(near, 'a');
    const silent = await connectFrom(server, '127.0.0.1');
    const next = await connectFrom(server, '127.0.0.1');
    await silent.gone;
    expect([proven.destroyed, next.near.destroyed]).toEqual([false, false]);
    proven.destroy();
  });
});

it('a port keeps its own places whatever another takes of those they share', async () => {
  const pool = createConnectionPool({ most: 32, ports: 2 });
  const [mqtt, http] = [pool.join(), pool.join()];
  let taken = 0;
  for (; mqtt.hasRoom(); taken += 1) mqtt.take();
  expect([taken, http.own, http.hasRoom()]).toEqual([24, 8, true]);
  for (taken = 0; http.hasRoom(); taken += 1) http.take();
  expect(taken).toBe(8);
  mqtt.giveBack();
  expect([mqtt.hasRoom(), http.hasRoom()]).toEqual([true, true]);
});
