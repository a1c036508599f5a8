import { once } from 'node:events';
import { siteTopic } from '@setpoint/contract';
import { generate, type Packet, parser } from 'mqtt-packet';
import { beforeEach, expect, it } from 'vitest';
import { MQTT_TIMES } from './mqtt/mqtt-times.ts';
import type { Refused } from '../platform/refusal-record.ts';
import { ofTest, ofTests } from '../../testing/of-tests.ts';
import { connectPacket, startTestGateway } from '../../testing/start-test-gateway.ts';

const refused: Refused[] = [];
// Long enough for what has to come, and never within a test for what must not end anything.
const NEVER_MS = 600_000;
const SILENCE_MS = 1_000;
const CONNECT_MS = 300;

const refusals = { note: (one: Refused) => void refused.push(one) };
const times = { connect: NEVER_MS, silence: SILENCE_MS };
const gateway = await ofTests(startTestGateway({ times, refusals }));
const site = await gateway.addSite();
beforeEach(() => void refused.splice(0));

/** What comes on a connection until it is closed. */
async function answersTo(...packets: Buffer[]): Promise<Packet[]> {
  const socket = await gateway.openTcp();
  const answers: Packet[] = [];
  const mqtt = parser();
  mqtt.on('packet', (packet) => void answers.push(packet));
  socket.on('data', (chunk: Buffer) => void mqtt.parse(chunk));
  for (const packet of packets) socket.write(packet);
  await once(socket, 'close');
  return answers;
}

it('a connection that falls silent is closed, whatever its keepalive', async () => {
  const answers = await Promise.all(
    [0, 3_600, 65_535].map((keepalive) => answersTo(connectPacket(site, { keepalive }))),
  );
  for (const each of answers) expect(each).toMatchObject([{ cmd: 'connack', returnCode: 0 }]);
});

it('a connection whose first packet comes a byte at a time is closed', async () => {
  expect(MQTT_TIMES.connect).toBe(10_000);
  const hasty = await ofTest(startTestGateway({ times: { connect: CONNECT_MS, silence: NEVER_MS } }));
  const socket = await hasty.openTcp();
  const packet = connectPacket(site);
  let sent = 0;
  // All of it takes many times as long as there is.
  const timer = setInterval(() => socket.write(packet.subarray(sent, (sent += 1))), 50);
  // A byte that crosses the end resets the connection, which is an end as well.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  expect(sent).toBeLessThan(packet.length);
});

it.each([
  ['3.1', { protocolId: 'MQIsdp', protocolVersion: 3 }],
  ['5', { protocolVersion: 5 }],
])('MQTT %s is refused with 1, and recorded', async (_version, protocol) => {
  expect(await answersTo(connectPacket(site, protocol))).toMatchObject([{ cmd: 'connack', returnCode: 1 }]);
  expect(refused).toEqual([{ kind: 'mqtt_version', address: '127.0.0.1' }]);
});

it('a subscription to what is another site’s is recorded with the site that asked', async () => {
  const other = await gateway.addSite();
  const subscriptions = [{ topic: siteTopic(other.siteId, 'schedule'), qos: 1 }];
  const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions } as never);
  expect(await answersTo(connectPacket(site), subscribe)).toMatchObject([{}, { cmd: 'suback', granted: [128] }]);
  const details = { site: site.siteId, key: site.keyId };
  const actor = { kind: 'controller', id: details.site };
  expect(refused).toEqual([{ kind: 'mqtt_subscription', address: '127.0.0.1', actor, details }]);
});

it('a packet that is no report is never as large as one', async () => {
  const topics = Array.from({ length: 2_000 }, (_, number) => ({ topic: `a/${number}`, qos: 1 }));
  const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions: topics } as never);
  expect(await answersTo(connectPacket(site), subscribe)).toMatchObject([{ cmd: 'connack' }]);
  expect(refused).toEqual([]);
});
