import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { numberedId } from '../../testing/numbered-id.ts';
import { openAlertWorld } from '../../testing/open-alert-world.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { changeAlert } from '../alerts/change-alert.ts';
import { eventIdOf } from '../events/sse-text.ts';
import { readAlertWebhook } from './read-webhook.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe.each(STORE_KINDS)('the webhook of an alert, on %s', (kind) => {
  const world = inEachTest(() => openAlertWorld(kind));

  const typesTaken = () => world.hook.taken.filter(({ path }) => path === '/hook').map(({ type }) => type);

  it('sends again until it is taken, and then no more', async () => {
    await world.newAlert();
    await world.look();
    world.hook.behave(() => 503);
    await world.sendDue();
    expect(await world.lastError()).toBe('answered 503');
    world.hook.behave(() => 200);
    // Not before its time.
    await world.sendDue();
    expect(world.hook.taken).toHaveLength(1);
    world.clock.now += MINUTE_MS;
    await world.sendDue();
    await world.sendDue();
    expect(world.hook.taken).toHaveLength(2);
    expect(await world.lastError()).toBeNull();
  });

  it('never says that something is over before it said that it began, and says nothing of another alert', async () => {
    await world.newAlert({ channel: 'webhook', secret: 'whsec_x' });
    await world.newAlert({ alertId: numberedId(2), siteId: world.siteId, target: world.hook.urlOf('other') });
    await world.look();
    world.hook.behave((path) => (path === '/hook' ? 503 : 200));
    await world.sendDue();
    await world.hear(world.siteId);
    await world.look();
    world.hook.behave(() => 200);
    await world.sendDue();
    world.clock.now += MINUTE_MS;
    await world.sendDue();
    expect(typesTaken()).toEqual(['setpoint.alert.firing', 'setpoint.alert.firing', 'setpoint.alert.recovered']);
  });

  it('passes over what nobody took for a day, and sends what comes later', async () => {
    await world.newAlert({ channel: 'webhook', secret: 'whsec_x' });
    await world.look();
    world.hook.behave(() => 503);
    await world.sendDue();
    world.clock.now += DAY_MS;
    await world.sendDue();
    expect([await world.due(), await world.lastError()]).toEqual([[], 'answered 503']);
    world.hook.behave(() => 200);
    await world.hear(world.siteId);
    await world.look();
    await world.sendDue();
    expect(typesTaken()).toEqual(['setpoint.alert.firing', 'setpoint.alert.firing', 'setpoint.alert.recovered']);
  });

  it('reads nothing of the log that lies before what it has to send', async () => {
    await world.newAlert();
    await world.newAlert({ alertId: numberedId(2), siteId: world.siteId, target: world.hook.urlOf('other') });
    for (let number = 100; number < 120; number += 1) await world.newSite(numberedId(number) as SiteId, `S${number}`);
    expect(await world.due()).toEqual([]);
    await world.look();
    const due = await world.due();
    expect(due.map(({ position, lastEvent }) => lastEvent && { ...lastEvent, k: -1 - position.k })).toEqual(
      due.map(({ position }) => ({ ...position, k: 0 })),
    );
    await world.sendDue();
    expect(world.hook.taken.map(({ path }) => path).toSorted()).toEqual(['/hook', '/other']);
    expect(await world.due()).toEqual([]);
  });

  it('forgets what was under way to an address that was changed meanwhile', async () => {
    await world.newAlert();
    await world.look();
    const answer = Promise.withResolvers<number>();
    world.hook.behave(() => answer.promise);
    const sent = world.sendDue();
    await world.hook.until(1);
    const change = { target: world.hook.urlOf('other') };
    await world.store.write(changeAlert, { alertId: world.alertId, change });
    answer.resolve(503);
    await sent;
    const webhook = await world.store.read(readAlertWebhook, { alertId: world.alertId });
    expect(webhook).toMatchObject({ attempt: 0, failingSince: null });
    expect(webhook && eventIdOf(webhook.position)).toBe(webhook?.lastEvent && eventIdOf(webhook.lastEvent));
    world.hook.behave(() => 200);
    await world.look();
    await world.sendDue();
    expect(world.hook.taken.map(({ path }) => path)).toEqual(['/hook', '/other']);
  });
});
