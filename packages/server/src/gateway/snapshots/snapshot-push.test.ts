import { once } from 'node:events';
import { type ScheduleSnapshot, siteTopic } from '@setpoint/contract';
import { generate, type IPublishPacket, parser } from 'mqtt-packet';
import { expect, it } from 'vitest';
import {
  connectPacket,
  NOW,
  reportText,
  startTestGateway,
  type TestSite,
} from '../../../testing/start-test-gateway.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { probeStore } from '../../store/probe-store.ts';
import { resendPace } from './snapshot-push.ts';

const gateway = await ofTests(startTestGateway());

const ENTRIES = 1_500;
const CHANGES = 200;
const MIB = 1024 * 1024;

/** A schedule of some 130 kB. */
async function setMuch({ siteId }: TestSite, value: number): Promise<void> {
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    startAt: new Date(NOW + index * 60_000).toISOString(),
    endAt: new Date(NOW + (index + 1) * 60_000).toISOString(),
    value,
  }));
  await setSchedules(gateway.store, siteId, {
    now: NOW,
    schedules: [{ asset: 'grid', type: 'activePowerkW', entries }],
  });
  gateway.signals.send(siteId, 'schedule');
}

it('a controller that does not read is not written to without end, and has the last schedule all the same', async () => {
  const site = await gateway.addSite();
  const socket = await gateway.openTcp();
  socket.write(connectPacket(site, { keepalive: 0 }));
  const topic = siteTopic(site.siteId, 'schedule');
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] }));
  const mqtt = parser();
  await new Promise<void>((resolve) => {
    mqtt.on('packet', ({ cmd }) => cmd === 'suback' && resolve());
    socket.on('data', (chunk: Buffer) => void mqtt.parse(chunk));
  });
  socket.pause();
  for (let value = 1; value <= CHANGES; value += 1) {
    await setMuch(site, value);
    // Behind the push, which is done by then.
    await new Promise((resolve) => setImmediate(resolve));
    await gateway.store.write(probeStore, { now: NOW });
  }
  const sentBytes = await readUntilLast();
  expect(sentBytes).toBeGreaterThan(0.1 * MIB);
  expect(sentBytes).toBeLessThan(16 * MIB);

  /** Asks with reports that know nothing, as a controller does that missed something. */
  async function readUntilLast(): Promise<number> {
    const snapshots: IPublishPacket[] = [];
    mqtt.on('packet', (packet) => packet.cmd === 'publish' && snapshots.push(packet));
    const before = socket.bytesRead;
    let sequence = 0;
    const isLast = () => snapshots.length > 0 && valueOf(snapshots.at(-1)) === CHANGES;
    socket.resume();
    while (!isLast()) {
      sequence += 1;
      const payload = reportText({ sequence });
      const reportTopic = siteTopic(site.siteId, 'report');
      socket.write(
        generate({
          cmd: 'publish',
          topic: reportTopic,
          payload,
          qos: 1,
          messageId: sequence,
          dup: false,
          retain: false,
        }),
      );
      await once(socket, 'data');
    }
    return socket.bytesRead - before;
  }
});

function valueOf(packet: IPublishPacket | undefined): number | undefined {
  const { commands } = JSON.parse(packet?.payload.toString() ?? '') as ScheduleSnapshot;
  return commands[0]?.entries[0]?.value;
}

const REPORT_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

it('who says the same wrong revision all day gets the snapshot some fifty times, not with each report', () => {
  let now = 0;
  const mayResend = resendPace(() => now);
  let sent = 0;
  for (; now < DAY_MS; now += REPORT_EVERY_MS) if (mayResend({ reported: 'old', revision: 'new' })) sent += 1;
  expect(sent).toBe(52);
});

it('who says something new, or should have something new, gets it at once', () => {
  const mayResend = resendPace(() => 0);
  const told = [
    ['a', 'x'],
    ['a', 'x'],
    ['b', 'x'],
    ['b', 'y'],
    [null, 'y'],
    [null, 'y'],
  ] as const;
  const answers = told.map(([reported, revision]) => mayResend({ reported, revision }));
  expect(answers).toEqual([true, false, true, true, true, false]);
});
