import { once } from 'node:events';
import type { Socket } from 'node:net';
import { siteTopic } from '@setpoint/contract';
import type { IClientOptions } from 'mqtt';
import { generate } from 'mqtt-packet';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeOf } from '../../../testing/messages-of.ts';
import {
  connectPacket,
  loginOf,
  NOTHING_SET,
  NOW,
  report,
  reportText,
  startTestGateway,
  subscribe,
  type TestGateway,
  type TestSite,
} from '../../../testing/start-test-gateway.ts';
import { createRateLimit } from '../../limits/rate-limit.ts';
import { ofTest, ofTests } from '../../../testing/of-tests.ts';
import { createBodyBytes } from '../../http/read/body-bytes.ts';
import { probeStore } from '../../store/probe-store.ts';

let site: TestSite;

const gateway = await ofTests(startTestGateway());
beforeEach(async () => {
  site = await gateway.addSite();
});

describe('the guard of the MQTT port', () => {
  it.each<[string, (own: TestSite, other: TestSite) => IClientOptions]>([
    ['a key of another site', (own, other) => ({ ...loginOf(own), password: other.key })],
    ['the id of another site', (own, other) => ({ ...loginOf(own), clientId: other.siteId })],
    ['no client id', (own) => ({ ...loginOf(own), clientId: '' })],
    ['no password', (own) => ({ clientId: own.siteId, username: own.siteId })],
    ['no user name', (own) => ({ clientId: own.siteId })],
    ['the name of a property', () => ({ clientId: '__proto__', username: '__proto__', password: 'x' })],
  ])('lets nobody in with %s', async (_what, options) => {
    await expect(gateway.open(options(site, await gateway.addSite()))).rejects.toThrow(
      /not authorized|bad user ?name|closed/i,
    );
  });

  it('answers no more failed logins of one address than it should, and refuses no good one for them', async () => {
    const strict = await ofTest(startTestGateway({ failures: createRateLimit({ perMinute: 3, now: () => NOW }) }));
    const own = await strict.addSite();
    const isAnswered = () =>
      strict.open({ ...loginOf(own), password: 'wrong' }).then(
        () => 'let in',
        (cause: Error) => /not authorized|bad user ?name/i.test(cause.message),
      );
    const answered: unknown[] = [];
    for (let count = 0; count < 5; count += 1) answered.push(await isAnswered());
    expect(answered).toEqual([true, true, true, false, false]);
    await expect(strict.connect(own)).resolves.toMatchObject({ connected: true });
  });

  it('grants nothing but the own schedule, and nobody gets what another site is sent', async () => {
    const other = await gateway.addSite();
    const controller = await gateway.connect(site);
    const received: string[] = [];
    controller.on('message', (topic) => received.push(topic));
    const topics = [
      '#',
      '+/v1/+/schedule',
      `sites/v1/${other.siteId}/schedule`,
      `sites/v1/${other.siteId}/order`,
      '$SYS/#',
      siteTopic(site.siteId, 'report'),
    ];
    for (const topic of topics) {
      await expect(controller.subscribeAsync(topic, { qos: 1 })).rejects.toThrow(/Unspecified error/);
    }
    const theirs = await subscribe(await gateway.connect(other), other);
    await theirs.next();
    await gateway.set(other, 7);
    await theirs.next();
    await report(controller, site, { sequence: 1 });
    expect(received).toEqual([]);
  });

  it.each<[string, (own: TestSite, other: TestSite) => { topic: string; qos: 0 | 1 | 2 }]>([
    ['to the report of another site', (_own, other) => ({ topic: siteTopic(other.siteId, 'report'), qos: 1 })],
    ['to its own orders', (own) => ({ topic: siteTopic(own.siteId, 'order'), qos: 0 })],
    ['to its own schedule', (own) => ({ topic: siteTopic(own.siteId, 'schedule'), qos: 0 })],
    ['to a system topic', () => ({ topic: '$SYS/x', qos: 1 })],
    ['to a topic called constructor', () => ({ topic: 'constructor', qos: 1 })],
    ['with QoS 2', (own) => ({ topic: siteTopic(own.siteId, 'report'), qos: 2 })],
  ])('ends a connection that publishes %s, and takes nothing from it', async (_what, where) => {
    const other = await gateway.addSite();
    const watching = await subscribe(await gateway.connect(other), other);
    await watching.next();
    const controller = await gateway.connect(site);
    const { topic, qos } = where(site, other);
    const isGone = closeOf(controller);
    controller.publish(topic, reportText({ sequence: 1 }), { qos });
    await isGone;
    expect(await gateway.stateOf(other)).toBeUndefined();
    expect(await gateway.stateOf(site)).toMatchObject({
      reported_at: null,
      protocol_error: expect.stringMatching(/^published/),
    });
    await gateway.set(other, 1);
    expect((await watching.next()).commands).toHaveLength(1);
  });

  it('keeps no retained message and sends no will', async () => {
    const will = {
      topic: siteTopic(site.siteId, 'schedule'),
      payload: Buffer.from('last words'),
      qos: 1,
      retain: true,
    } as const;
    const controller = await gateway.open({ ...loginOf(site), will });
    await controller.publishAsync(siteTopic(site.siteId, 'report'), reportText({ sequence: 1 }), {
      qos: 1,
      retain: true,
    });
    controller.stream.destroy();
    await gateway.untilState(site, (state) => state['disconnected_at'] === NOW);
    const snapshots = await subscribe(await gateway.connect(site), site);
    expect((await snapshots.next()).revision).toBe(NOTHING_SET);
    await gateway.set(site, 1);
    expect((await snapshots.next()).commands).toHaveLength(1);
  });

  it.each<[string, Buffer]>([
    ['claims to be 256 MB long', Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])],
    ['claims 9 KiB', Buffer.from([0x10, 0x80, 0x48])],
    ['has a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01])],
    ['is no CONNECT', Buffer.from([0x30, 0x05])],
    ['is empty', Buffer.from([0x10, 0x00])],
  ])('cuts off a stranger whose first packet %s', async (_what, bytes) => {
    const stranger = await gateway.openTcp();
    const isGone = once(stranger, 'close');
    for (const byte of bytes) stranger.write(Buffer.from([byte]));
    await isGone;
  });

  it('reads nothing behind a CONNECT before it is authenticated', async () => {
    const stranger = await gateway.openTcp();
    const isGone = once(stranger, 'close');
    const wrong = connectPacket(site, { password: Buffer.from('wrong') });
    stranger.write(Buffer.concat([wrong, reportPacket(site)]));
    await isGone;
    await gateway.store.write(probeStore, { now: NOW });
    expect((await gateway.stateOf(site))?.['reported_at'] ?? null).toBeNull();
  });

  it('takes a report sent in one piece with its CONNECT, and byte by byte', async () => {
    for (const size of [100_000, 1]) {
      const one = await gateway.addSite();
      const socket = await gateway.openTcp();
      const bytes = Buffer.concat([connectPacket(one), reportPacket(one), generate({ cmd: 'pingreq' })]);
      for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
      await gateway.untilState(one, (state) => state['reported_at'] === NOW);
      socket.destroy();
    }
  });

  it('cuts off a controller whose packet claims more than 1 MiB', async () => {
    const socket = await gateway.openTcp();
    socket.write(connectPacket(site));
    await once(socket, 'data');
    const isGone = once(socket, 'close');
    socket.write(Buffer.from([0x30, 0x81, 0x80, 0x40]));
    await isGone;
  });

  it.each<[string, (own: TestSite) => Buffer]>([
    [
      '32,768 pings in a packet',
      () => Buffer.concat(Array.from({ length: 32_768 }, () => generate({ cmd: 'pingreq' }))),
    ],
    [
      'acknowledgements of nothing',
      () => Buffer.concat(Array.from({ length: 25_000 }, () => generate({ cmd: 'puback', messageId: 1 }))),
    ],
    [
      'lists of topics without end',
      ({ siteId }) => Buffer.concat(Array.from({ length: 200 }, () => subscribePacket(siteId))),
    ],
  ])('cuts off a controller that sends %s, before any is worked off', async (_what, packetsOf) => {
    const refused: unknown[] = [];
    const strict = await ofTest(startTestGateway({ refusals: { note: (refusal) => void refused.push(refusal) } }));
    const own = await strict.addSite();
    const { socket, answers, isGone } = await connected(strict, own);
    socket.write(packetsOf(own));
    await isGone;
    expect(answers()).toBeLessThan(8_000 * 2);
    expect(refused).toContainEqual(
      expect.objectContaining({ kind: 'too_many', details: { owner: `key ${own.keyId}` } }),
    );
    // Whoever comes again within the minute has spent it.
    const again = await connected(strict, own);
    again.socket.write(generate({ cmd: 'pingreq' }));
    await again.isGone;
  });

  it('leaves whoever pings, subscribes and acknowledges as it should', async () => {
    const { socket } = await connected(gateway, site);
    socket.write(Buffer.concat(Array.from({ length: 500 }, () => generate({ cmd: 'pingreq' }))));
    socket.write(Buffer.concat(Array.from({ length: 2_000 }, () => generate({ cmd: 'puback', messageId: 1 }))));
    socket.write(reportPacket(site));
    await gateway.untilState(site, (state) => state['reported_at'] === NOW);
    socket.destroy();
  });

  it('holds no more of reports that never end than there is room for, whoever sends them', async () => {
    const bodyBytes = createBodyBytes({ bytesOfCaller: 2 ** 20, bytesOfAll: 4 * 2 ** 20 });
    const strict = await ofTest(startTestGateway({ bodyBytes }));
    const held: Socket[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { socket } = await connected(strict, await strict.addSite());
      held.push(socket);
      const head = generate({ ...reportOf(await strict.addSite()), payload: Buffer.alloc(900_000) });
      socket.write(head.subarray(0, 890_000));
    }
    while (held.filter(({ closed }) => !closed).length > 4) await new Promise(setImmediate);
    const own = await strict.addSite();
    const { socket } = await connected(strict, own);
    socket.write(reportPacket(own));
    await strict.untilState(own, (state) => state['reported_at'] === NOW);
    for (const one of [...held, socket]) one.destroy();
    while (bodyBytes.total() > 0) await new Promise(setImmediate);
  });
});

/** A controller that is let in, byte by byte as the test says. */
async function connected(to: TestGateway, own: TestSite) {
  const socket = await to.openTcp();
  let bytes = 0;
  // It may be reset, with what it sent unread.
  const isGone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.write(connectPacket(own));
  await once(socket, 'data');
  return { socket, answers: () => bytes, isGone };
}

function subscribePacket(siteId: string): Buffer {
  const subscriptions = Array.from({ length: 120 }, (_, index) => ({
    topic: `sites/v1/${siteId}/${index}`,
    qos: 1 as const,
  }));
  return generate({ cmd: 'subscribe', messageId: 1, subscriptions });
}

function reportOf({ siteId }: TestSite) {
  return {
    cmd: 'publish',
    topic: siteTopic(siteId, 'report'),
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  } as const;
}

function reportPacket(own: TestSite): Buffer {
  const payload = reportText({ sequence: 1, padding: 'x'.repeat(20_000) });
  return generate({ ...reportOf(own), payload });
}
