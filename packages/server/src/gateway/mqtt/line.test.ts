import { type AddedClient, PATHS, type PoolSignal, poolTopic, siteTopic } from '@setpoint/contract';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUntil } from '../../../testing/look-until.ts';
import { openWorld, stoppedClock } from '../../../testing/open-world.ts';
import { at, soon } from '../../../testing/asking-of.ts';
import { closeOf, messagesOf } from '../../../testing/messages-of.ts';
import { ofTests } from '../../../testing/of-tests.ts';

const BOOKED = { afrrImportBookingkW: 100, afrrExportBookingkW: 100 };
// A connection over which nothing comes is closed after 45 s, whatever was sent before.
const BEFORE_SILENCE = { timeout: 20_000 };
const REFUSED_LOGIN = /not authorized|bad user ?name|closed/i;

type Answer = PoolSignal & { readonly error?: string; readonly message?: string };
type Signal = object | string;

type LineWorld = Awaited<ReturnType<typeof openLineWorld>>;

describe('a client over MQTT', async () => {
  let its: Awaited<ReturnType<LineWorld['begin']>>;

  const world = await ofTests(openLineWorld());
  beforeEach(async () => {
    its = await world.begin();
  });
  afterEach(() => its.end());

  it.each<[string, (own: AddedClient, other: AddedClient) => IClientOptions]>([
    ['a wrong secret', (own) => ({ ...its.login(own), password: 'wrong' })],
    ['the secret of another', (own, other) => ({ ...its.login(own), password: other.clientSecret })],
    ['no secret', (own) => ({ username: own.clientId })],
    ['neither name nor secret', () => ({})],
    ['a name that is no id', (own) => ({ username: '__proto__', password: own.clientSecret })],
    ['a key of a controller', (own) => ({ ...its.login(own), password: `sck_${'A'.repeat(43)}` })],
  ])('is not let in with %s', async (_what, options) => {
    await expect(world.open(options(its.client, await world.client()))).rejects.toThrow(REFUSED_LOGIN);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'its secret is replaced',
      async () => {
        for (let count = 0; count < 2; count += 1)
          await world.ask('POST', at(PATHS.fleetClientSecrets, its.client.clientId));
      },
    ],
    [
      'it is disabled',
      () => world.ask('PATCH', at(PATHS.fleetClient, its.client.clientId), { body: { isEnabled: false } }),
    ],
    ['it is signed out', () => world.ask('DELETE', at(PATHS.fleetClientSessions, its.client.clientId))],
    ['it is removed', () => world.ask('DELETE', at(PATHS.fleetClient, its.client.clientId))],
  ])('loses its connection when %s, and what it sends then is not taken', BEFORE_SILENCE, async (_what, end) => {
    const [silent, sending] = [await its.lineTo(), await its.lineTo()];
    const areGone = Promise.all([closeOf(silent.line), closeOf(sending.line)]);
    await end();
    its.send(sending.line, { kW: 1, sequence: 1 }).catch(() => undefined);
    await areGone;
    expect(await its.signalNow()).toMatchObject({ status: 404 });
  });

  it('loses its connection when its secret ends, and is not let in again', BEFORE_SILENCE, async () => {
    const path = `${at(PATHS.fleetClientSecrets, its.client.clientId)}?endsAt=${soon(1_500)}`;
    const { clientSecret } = (await world.ask<{ clientSecret: string }>('POST', path)).body;
    const staying = await its.lineTo();
    const ending = await its.lineTo(its.login({ ...its.client, clientSecret }));
    await closeOf(ending.line);
    await expect(world.open(its.login({ ...its.client, clientSecret }))).rejects.toThrow(REFUSED_LOGIN);
    expect(await staying.asks({ kW: 1, sequence: 1 })).toMatchObject({ sequence: 1 });
  });

  it('takes the place of its own connection of the same name, and of no other', async () => {
    const name = { clientId: world.siteId };
    const key = await world.keyOf(world.siteId);
    const controller = await world.open({ clientId: world.siteId, username: world.siteId, password: key });
    const first = await its.lineTo(name);
    const other = await its.lineTo({ clientId: 'adapter' });
    const isGone = closeOf(first.line);
    const second = await its.lineTo(name);
    await isGone;
    expect(await second.asks({ kW: 1, sequence: 1 })).toMatchObject({ orderedkW: 1 });
    expect(await other.asks({ kW: 2, sequence: 2 })).toMatchObject({ orderedkW: 2 });
    expect(controller.connected).toBe(true);
  });

  it.each<[string, () => { topic: string; qos?: 0 | 1 | 2; payload?: string }]>([
    ['a report', () => ({ topic: siteTopic(world.siteId, 'report') })],
    ['an order', () => ({ topic: siteTopic(world.siteId, 'order') })],
    ['an answer', () => ({ topic: poolTopic(its.poolId, 'answer') })],
    ['to a system topic', () => ({ topic: '$SYS/x' })],
    ['with QoS 2', () => ({ topic: poolTopic(its.poolId, 'signal'), qos: 2 })],
    ['more than 8 KiB', () => ({ topic: poolTopic(its.poolId, 'signal'), payload: '{}'.padEnd(8 * 1024) })],
    ['a megabyte', () => ({ topic: poolTopic(its.poolId, 'signal'), payload: ' '.repeat(1_000_000) })],
  ])('that publishes %s loses its connection, and nothing is taken', BEFORE_SILENCE, async (_what, where) => {
    const { line } = await its.lineTo();
    const { topic, qos = 1, payload = JSON.stringify({ kW: 1, sequence: 1, validUntil: soon(60_000) }) } = where();
    const isGone = closeOf(line);
    line.publish(topic, payload, { qos }, () => undefined);
    await isGone;
    expect(await its.signalNow()).toMatchObject({ status: 404 });
  });

  it('subscribes to answers alone', async () => {
    const { line, asks } = await its.lineTo();
    for (const topic of [
      '#',
      'pools/v1/+/signal/answer',
      poolTopic(its.poolId, 'signal'),
      siteTopic(world.siteId, 'order'),
      siteTopic(world.siteId, 'schedule'),
      '$SYS/#',
    ]) {
      await expect(line.subscribeAsync(topic, { qos: 1 })).rejects.toThrow(/Unspecified error/);
    }
    expect(await asks({ kW: 1, sequence: 1 })).toMatchObject({ sequence: 1 });
  });

  it('has as many answers as four connections to all pools have, over all of its connections', async () => {
    const topics = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        poolTopic(`00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`, 'answer'),
      );
    const subscribeTo = async (line: MqttClient, of: string[]) => {
      for (let from = 0; from < of.length; from += 100)
        await line.subscribeAsync(of.slice(from, from + 100), { qos: 1 });
    };
    const lines: MqttClient[] = [];
    for (let count = 0; count < 4; count += 1) {
      const line = await world.open({ ...its.login(), clientId: `line-${count}` });
      await subscribeTo(line, topics(count * 1_000, 1_000));
      lines.push(line);
    }
    const [first] = lines;
    const fifth = await world.open({ ...its.login(), clientId: 'line-4' });
    const one = topics(9_000, 1);
    await expect(fifth.subscribeAsync(one, { qos: 1 })).rejects.toThrow(/Unspecified error/);
    await first?.unsubscribeAsync(topics(0, 1));
    await fifth.subscribeAsync(one, { qos: 1 });
    await expect(fifth.subscribeAsync(topics(9_001, 1), { qos: 1 })).rejects.toThrow(/Unspecified error/);
    lines[1]?.end(true);
    const isTaken = () => fifth.subscribeAsync(topics(9_001, 1), { qos: 1 }).then(Boolean, () => false);
    await lookUntil(isTaken, Boolean);
  });

  it('may ask as long as it has the grant, the scope and a signal that can be taken', async () => {
    const { asks } = await its.lineTo();
    expect(await asks({ kW: 10, sequence: 1 })).toMatchObject({ sequence: 1, orderedkW: 10 });
    await its.grant('read');
    const forbidden = { error: 'forbidden', message: 'this client has no grant that allows this', sequence: 2 };
    expect(await asks({ kW: 10, sequence: 2 })).toEqual(forbidden);
    await its.revoke();
    expect(await asks({ kW: 10, sequence: 3 })).toMatchObject({ error: 'not_found', sequence: 3 });
    await its.grant('schedule');
    expect(await asks({ kW: 10, sequence: 4 })).toMatchObject({ sequence: 4, orderedkW: 10 });
  });

  it.each<[string, object | string, object]>([
    ['is no JSON', '{', { error: 'bad_request', message: 'the body is not JSON', sequence: null }],
    ['is nothing', '', { error: 'bad_request', sequence: null }],
    ['is no object', '[1]', { error: 'bad_request', sequence: null }],
    ['has no power', { sequence: 5 }, { error: 'bad_request', sequence: 5 }],
    ['has a sequence twice', '{"sequence":1,"sequence":2}', { error: 'bad_request', sequence: null }],
    [
      'is over',
      { kW: 1, sequence: 6, validUntil: soon(-1_000) },
      { message: 'validUntil: is in the past', sequence: 6 },
    ],
    ['has more in it', { kW: 1, sequence: 7, retain: true }, { error: 'bad_request', sequence: 7 }],
    ['has a negative sequence', { kW: 1, sequence: -1 }, { error: 'bad_request', sequence: null }],
  ])('whose signal %s is told so, and keeps its connection', async (_what, signal, answer) => {
    const { asks } = await its.lineTo();
    expect(await asks(signal)).toMatchObject(answer);
    expect(await asks({ kW: 1, sequence: 9 })).toMatchObject({ sequence: 9, orderedkW: 1 });
  });

  it('is acknowledged what is on disk, also at QoS 0 and without an answer', async () => {
    const line = await world.open(its.login());
    await its.send(line, { kW: 30, sequence: 1 });
    expect((await its.signalNow()).body).toMatchObject({ kW: 30, sequence: 1 });
    const { answers, line: other } = await its.lineTo();
    const text = JSON.stringify({ kW: 31, sequence: 2, validUntil: soon(60_000) });
    other.publish(poolTopic(its.poolId, 'signal'), text, { qos: 0 });
    expect(await answers.next()).toMatchObject({ kW: 31, sequence: 2 });
  });

  it('that sends a thousand signals at once has an answer to each, in order', async () => {
    const { line, answers } = await its.lineTo();
    // Each of them ten times: to be written once.
    const validUntil = soon(60_000);
    const sequences = Array.from({ length: 1_000 }, (_, index) => 1 + (index % 100));
    const sent = sequences.map((sequence) => its.send(line, { kW: sequence, sequence, validUntil }));
    const asked = world.ask('GET', at(PATHS.fleetPool, its.poolId));
    for (const sequence of sequences) expect(await answers.next()).toMatchObject({ sequence, orderedkW: sequence });
    await Promise.all(sent);
    expect((await asked).status).toBe(200);
  });

  it('that calls too often is told so', async () => {
    const strict = await world.startAnother(
      { SETPOINT_MQTT_PORT: '0', SETPOINT_CLIENT_CALLS_PER_MINUTE: '2' },
      { now: stoppedClock() },
    );
    const { asks } = await its.lineTo({}, await strict.listenMqtt());
    for (const sequence of [1, 2]) expect(await asks({ kW: 1, sequence })).toMatchObject({ orderedkW: 1 });
    const message = 'this client called too often in the last minute';
    expect(await asks({ kW: 1, sequence: 3 })).toEqual({ error: 'too_many_requests', message, sequence: 3 });
  });

  it('is not acknowledged what the store failed to keep, and may send it again', BEFORE_SILENCE, async () => {
    const { line, asks } = await its.lineTo();
    const signal = { kW: 3, sequence: 1, validUntil: soon(60_000) };
    const isGone = closeOf(line);
    world.trouble.failure = 'not-applied';
    const refused = asks(signal).catch(String);
    await isGone;
    world.trouble.failure = undefined;
    line.end(true);
    expect(await refused).toMatch(/clos/i);
    expect(await (await its.lineTo()).asks(signal)).toMatchObject({ sequence: 1, orderedkW: 3 });
  });
});

/** A service with its MQTT port, and for each test a pool of one site, and a client that may ask it. */
async function openLineWorld() {
  const world = await openWorld();
  const url = await (await world.startAnother({ SETPOINT_MQTT_PORT: '0' })).listenMqtt();
  const siteId = await world.site({ values: BOOKED });
  const opened: MqttClient[] = [];

  async function open(options: IClientOptions, to = url): Promise<MqttClient> {
    const one = await connectAsync(to, { ...options, reconnectPeriod: 0 }, false);
    one.on('error', () => undefined);
    opened.push(one);
    return one;
  }

  return {
    ...world,
    siteId,
    open,
    async begin() {
      const poolId = await world.pool([siteId]);
      const client = await world.client();
      const grants = at(PATHS.fleetClientGrants, client.clientId);
      const grant = (can: 'read' | 'schedule') => world.ask('PUT', grants, { body: { poolId, can } });
      await grant('schedule');
      const login = ({ clientId, clientSecret }: AddedClient = client) => {
        return { username: clientId, password: clientSecret };
      };
      const send = (line: MqttClient, signal: Signal): Promise<unknown> => {
        const text = typeof signal === 'string' ? signal : JSON.stringify({ validUntil: soon(60_000), ...signal });
        return line.publishAsync(poolTopic(poolId, 'signal'), text, { qos: 1 });
      };
      return {
        poolId,
        client,
        grant,
        revoke: () => world.ask('DELETE', `${grants}?poolId=${poolId}`),
        login,
        send,
        /** What the pool was asked for last. */
        signalNow: () => world.ask<PoolSignal>('GET', at(PATHS.fleetPoolSignal, poolId)),
        /** A line of the client, with the answers of its pool one by one. */
        async lineTo(options: IClientOptions = {}, to = url) {
          const line = await open({ ...login(), ...options }, to);
          const answers = await messagesOf<Answer>(line, poolTopic(poolId, 'answer'));
          const asks = async (signal: Signal): Promise<Answer> => {
            const [, answer] = await Promise.all([send(line, signal), answers.next()]);
            return answer;
          };
          return { line, answers, asks };
        },
        async end() {
          for (const one of opened.splice(0)) one.end(true);
          await world.ask('DELETE', at(PATHS.fleetPool, poolId));
        },
      };
    },
  };
}
