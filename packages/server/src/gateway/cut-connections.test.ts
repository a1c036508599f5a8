import { siteTopic } from '@setpoint/contract';
import { connect, type MqttClient } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { RandomSource } from '../../testing/random-source.ts';
import { startStallProxy } from '../../testing/stall-proxy.ts';
import { loginOf, NOW, reportText, startTestGateway, type TestSite } from '../../testing/start-test-gateway.ts';
import { probeStore } from '../store/probe-store.ts';

const SITES = 4;
const CUTS = 100;

interface Follower {
  readonly sessions: number;
  end(): void;
}

// Like many a vendor's: a session for each connection, reports all the time, and a library that sends again
// what was not acknowledged.
function follow(url: string, site: TestSite): Follower {
  const client: MqttClient = connect(url, { ...loginOf(site), reconnectPeriod: 1, connectTimeout: 2_000 });
  const topic = siteTopic(site.siteId, 'report');
  let [session, sequence, revision] = [0, 0, 'none'];

  function report(): void {
    if (!client.connected) return;
    const its = { session: String(session), sequence: (sequence += 1), schedule: { revision, rejected: [] } };
    client.publish(topic, reportText(its), { qos: 1 }, () => undefined);
  }
  client.on('error', () => undefined);
  client.on('connect', () => {
    session += 1;
    client.subscribe(siteTopic(site.siteId, 'schedule'), { qos: 1 }, () => undefined);
    report();
  });
  client.on('message', (_topic, payload) => {
    ({ revision } = JSON.parse(payload.toString()) as { revision: string });
    report();
  });
  const reporting = setInterval(report, 3);
  return {
    get sessions() {
      return session;
    },
    end() {
      clearInterval(reporting);
      client.end(true);
    },
  };
}

it('a controller gets the schedule wherever its connections were cut before', async () => {
  const gateway = await startTestGateway();
  onTestFinished(() => gateway.stop());
  await using proxy = await startStallProxy(`mqtt://127.0.0.1:${gateway.mqtt.plainPort}`);
  const source = new RandomSource(1);
  let cuts = 0;
  const isOver = () => cuts === CUTS;
  proxy.judge = (_chunk, direction) => {
    // On the way back: what was sent is recorded, and the controller does not know.
    if (isOver() || direction === 'up' || !source.chance(0.2)) return 'pass';
    cuts += 1;
    return 'cut';
  };
  const sites = await Promise.all(Array.from({ length: SITES }, () => gateway.addSite()));
  const followers = sites.map((site) => follow(proxy.url, site));
  onTestFinished(() => followers.forEach((follower) => follower.end()));
  let version = 0;
  while (!isOver()) {
    version += 1;
    for (const site of sites) await gateway.set(site, version);
    await gateway.store.write(probeStore, { now: NOW });
  }
  for (const site of sites) {
    await gateway.untilState(site, ({ revision }) => String(revision).startsWith(`1.${version}.`));
  }
  expect(followers.every(({ sessions }) => sessions > CUTS / SITES / 10)).toBe(true);
});
