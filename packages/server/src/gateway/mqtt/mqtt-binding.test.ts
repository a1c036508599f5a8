import { randomUUID } from 'node:crypto';
import { type SiteId, siteTopic } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeOf } from '../../../testing/messages-of.ts';
import {
  NOTHING_SET,
  NOW,
  report,
  reportText,
  startTestGateway,
  subscribe,
  subscribeToOrders,
  type TestSite,
} from '../../../testing/start-test-gateway.ts';
import { testBudget } from '../../../testing/test-budget.ts';
import { ofTest, ofTests } from '../../../testing/of-tests.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import { probeStore } from '../../store/probe-store.ts';
import { recordReport } from '../reports/record-report.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { removeSite } from '../../registry/sites/remove-site.ts';
import { revokeControllerKey } from '../../registry/keys/revoke-controller-key.ts';

let site: TestSite;

const gateway = await ofTests(startTestGateway());
beforeEach(async () => {
  site = await gateway.addSite();
});

/** A report that another node took. */
function reportElsewhere(session: string) {
  const its = { session, sequence: 1, clockOffsetMs: 0, revision: null, rejected: [] };
  return gateway.store.write(recordReport, { siteId: site.siteId, now: NOW, ...its });
}

describe('a controller over MQTT', () => {
  it('that writes its site id in capitals has its schedule under the name that it asked for', async () => {
    const siteId = site.siteId.toUpperCase();
    const controller = await gateway.open({ clientId: siteId, username: siteId, password: site.key });
    const topics: string[] = [];
    controller.on('message', (topic) => topics.push(topic));
    const snapshots = await subscribe(controller, { siteId: siteId as SiteId });
    expect((await snapshots.next()).revision).toBe(NOTHING_SET);
    expect(topics).toEqual([`sites/v1/${siteId}/schedule`]);
  });

  it('gets the schedule again whenever its report names another one: older, newer, unknown or none', async () => {
    await gateway.set(site, 100);
    const controller = await gateway.connect(site);
    const snapshots = await subscribe(controller, site);
    const { revision } = await snapshots.next();
    const others = [NOTHING_SET, revision.replace('1.1', '1.2'), revision.replace('1.1', '7.1'), 'x', null];
    for (const [sequence, other] of others.entries()) {
      await report(controller, site, {
        sequence,
        schedule: other === null ? null : { revision: other, rejected: [] },
      });
      expect([other, (await snapshots.next()).revision]).toEqual([other, revision]);
    }
    await report(controller, site, { sequence: 99, schedule: { revision, rejected: [] } });
    await gateway.set(site, 200);
    expect((await snapshots.next()).revision).toMatch(/^1\.2\./);
  });

  it('that does not take a snapshot gets it once more, and not with each report', async () => {
    const controller = await gateway.connect(site);
    const snapshots = await subscribe(controller, site);
    await snapshots.next();
    for (let sequence = 1; sequence <= 9; sequence += 1) await report(controller, site, { sequence, schedule: null });
    await gateway.set(site, 100);
    expect((await snapshots.next()).revision).toBe(NOTHING_SET);
    expect((await snapshots.next()).revision).not.toBe(NOTHING_SET);
  });

  it('that asks for an hour gets what begins before the end of the next, and is in sync with that', async () => {
    await gateway.set(site, 100);
    await gateway.setLater(site, 3);
    const controller = await gateway.connect(site);
    const snapshots = await subscribe(controller, site, 1);
    const { revision, commands } = await snapshots.next();
    expect(commands.map(({ type }) => type)).toEqual(['activePowerkW']);
    await report(controller, site, { sequence: 1, schedule: { revision, rejected: [] } });
    await gateway.set(site, 200);
    const next = await snapshots.next();
    expect(next.revision).not.toBe(revision);
    expect(next.commands[0]?.entries[0]?.value).toBe(200);
  });

  it('has a malformed report acknowledged, dropped and kept as the last error', async () => {
    const controller = await gateway.connect(site);
    await controller.publishAsync(siteTopic(site.siteId, 'report'), '{', { qos: 1 });
    expect(await gateway.stateOf(site)).toMatchObject({
      reported_at: null,
      protocol_errors: 1,
      protocol_error: expect.any(String),
    });
    await report(controller, site, { sequence: 1 });
    expect(await gateway.stateOf(site)).toMatchObject({ reported_at: NOW });
  });

  it('that connects again takes the place of its older connection and stays online', async () => {
    const first = await gateway.connect(site);
    await report(first, site, { session: 'a', sequence: 1 });
    const isGone = closeOf(first);
    const second = await gateway.connect(site);
    const snapshots = await subscribe(second, site);
    await isGone;
    await report(second, site, { session: 'b', sequence: 1 });
    expect(await gateway.stateOf(site)).toMatchObject({ session: 'b', disconnected_at: null });
    await snapshots.next();
    await snapshots.next();
    await gateway.set(site, 5);
    expect((await snapshots.next()).commands).toHaveLength(1);
  });

  it('may send again what earlier connections left unacknowledged', async () => {
    await report(await gateway.connect(site), site, { session: 'a', sequence: 1 });
    await reportElsewhere('b');
    const controller = await gateway.connect(site);
    await report(controller, site, { session: 'a', sequence: 2 });
    await report(controller, site, { session: 'c', sequence: 1 });
    await report(controller, site, { session: 'b', sequence: 2 });
    await report(controller, site, { session: 'c', sequence: 2 });
    expect(await gateway.stateOf(site)).toMatchObject({ session: 'c', sequence: 2, disconnected_at: null });
    expect(controller.connected).toBe(true);
  });

  it('ends with a report of its own session when another one took over elsewhere', async () => {
    const controller = await gateway.connect(site);
    await report(controller, site, { session: 'a', sequence: 1 });
    await reportElsewhere('b');
    const isGone = closeOf(controller);
    report(controller, site, { session: 'a', sequence: 2 }).catch(() => undefined);
    await isGone;
  });

  it('that took over and went before its first report ends the session it took over', async () => {
    const first = await gateway.connect(site);
    await report(first, site, { session: 'a', sequence: 1 });
    const isGone = closeOf(first);
    const second = await gateway.connect(site);
    await isGone;
    second.stream.destroy();
    await gateway.untilState(site, (state) => state['disconnected_at'] === NOW);
  });

  it('is not offline because the service stops', async () => {
    const another = await ofTest(startTestGateway());
    const its = await another.addSite();
    const controller = await another.connect(its);
    await report(controller, its, { session: 'a', sequence: 1 });
    const isGone = closeOf(controller);
    await another.mqtt.close();
    await isGone;
    await another.store.write(probeStore, { now: NOW });
    expect(await another.stateOf(its)).toMatchObject({ reported_at: NOW, disconnected_at: null });
  });

  it('loses its connection at once when its key is revoked or its site is removed', async () => {
    for (const end of [
      (one: TestSite) => gateway.store.write(revokeControllerKey, one),
      (one: TestSite) => gateway.store.write(removeSite, { ...one, siteName: 's', now: 0 }),
    ]) {
      const one = await gateway.addSite();
      const controller = await gateway.connect(one);
      const isGone = closeOf(controller);
      await end(one);
      gateway.signals.send(one.siteId, 'keys');
      await isGone;
      await expect(gateway.connect(one)).rejects.toThrow(/not authorized|bad user ?name/i);
    }
  });

  it('loses its connection when its key ends, and is not let in again', async () => {
    const another = await ofTest(startTestGateway({ now: Date.now }));
    const one = await another.addSite();
    const { text: key, hash: keyHash } = makeSecret('sck_');
    const endsAt = Date.now() + 1_000;
    const ending = { siteId: one.siteId, keyId: randomUUID(), keyHash, now: NOW, endsAt };
    await another.store.write(addControllerKey, ending);
    const isGone = closeOf(await another.connect({ ...one, key }));
    await isGone;
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
    await expect
      .poll(() => another.connect({ ...one, key }).then(String, String))
      .toMatch(/not authorized|bad user ?name/i);
    await another.connect(one);
  });
});

function untilKept(code: string): Promise<void> {
  return gateway.untilState(site, ({ troubles }) => String(troubles).includes(code));
}

it('a subscription that is refused is seen on the site', async () => {
  const controller = await gateway.connect(site);
  await expect(controller.subscribeAsync('sites/v1/+/schedule')).rejects.toThrow('Subscribe error');
  await untilKept('subscription_refused');
});

it('two controllers with one key are seen on the site', async () => {
  for (let each = 0; each < 5; each += 1) await gateway.connect(site);
  await untilKept('two_controllers');
});

it('orders that are taken by word alone are seen on the site, once that was said twice', async () => {
  const troubles = async () => String((await gateway.stateOf(site))?.['troubles']);
  const takes = ['orders'];
  const deaf = await gateway.connect(site);
  await report(deaf, site, { sequence: 1, takes });
  expect(await troubles()).toBe('null');
  await report(deaf, site, { sequence: 2, takes });
  expect(await troubles()).toContain('orders_not_taken');

  site = await gateway.addSite();
  const controller = await gateway.connect(site);
  await report(controller, site, { sequence: 1, takes });
  await subscribeToOrders(controller, site);
  await report(controller, site, { sequence: 2, takes });
  expect(await troubles()).toBe('null');
  await controller.unsubscribeAsync(`sites/v1/${site.siteId}/order`);
  await report(controller, site, { sequence: 3, takes });
  expect(await troubles()).toContain('orders_not_taken');
});

it('orders that a controller does not take up are no trouble', async () => {
  const controller = await gateway.connect(site);
  for (const sequence of [1, 2, 3]) await report(controller, site, { sequence, takes: ['later'] });
  expect((await gateway.stateOf(site))?.['troubles']).toBeNull();
});

it.each([
  ['reports', { keyCallsPerMinute: 1 }],
  ['bytes', { keyBytesPerMinute: 80 }],
])('a controller that sends more %s than its share is cut, and people see why', async (_what, share) => {
  const strict = await ofTest(startTestGateway({ budget: testBudget(share) }));
  const [greedy, other] = [await strict.addSite(), await strict.addSite()];
  const [client, good] = [await strict.connect(greedy), await strict.connect(other)];
  const topic = siteTopic(greedy.siteId, 'report');
  await client.publishAsync(topic, reportText({ sequence: 1 }), { qos: 1 });
  const closed = closeOf(client);
  for (const sequence of [2, 3]) client.publish(topic, reportText({ sequence }), { qos: 1 }, () => undefined);
  await closed;
  await strict.untilState(greedy, (state) => String(state['protocol_error']).includes('share'));
  await good.publishAsync(siteTopic(other.siteId, 'report'), reportText({ sequence: 1 }), { qos: 1 });
});
