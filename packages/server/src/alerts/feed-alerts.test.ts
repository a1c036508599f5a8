import type { SiteId } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numberedId } from '../../testing/numbered-id.ts';
import { openAlertWorld } from '../../testing/open-alert-world.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { changeAlert } from './change-alert.ts';
import { feedAlerts, sendWaiting } from './feed-alerts.ts';

const MINUTE_MS = 60_000;

describe.each(STORE_KINDS)('messages of alerts, on %s', (kind) => {
  let world: Awaited<ReturnType<typeof openAlertWorld>>;

  beforeEach(async () => {
    world = await openAlertWorld(kind);
  });

  afterEach(() => world.close());

  it('are sent again until they are taken, and then no more', async () => {
    await world.newAlert();
    await world.look();
    world.hook.answerBy(() => 503);
    await sendWaiting(world.feeding);
    expect(await world.lastError()).toBe('answered 503');
    world.hook.answerBy(() => 200);
    // Not before its time.
    await sendWaiting(world.feeding);
    expect(world.hook.taken).toHaveLength(1);
    world.clock.now += MINUTE_MS;
    await sendWaiting(world.feeding);
    await sendWaiting(world.feeding);
    expect(world.hook.taken).toHaveLength(2);
    expect(await world.lastError()).toBe('');
  });

  it('never say that something is over before they said that it began', async () => {
    await world.newAlert({ channel: 'webhook', secret: 'whsec_x' });
    await world.look();
    world.hook.answerBy(() => 503);
    await sendWaiting(world.feeding);
    await world.hear(world.siteId);
    await world.look();
    world.hook.answerBy(() => 200);
    await sendWaiting(world.feeding);
    world.clock.now += MINUTE_MS;
    await sendWaiting(world.feeding);
    expect(world.hook.taken.map(({ body }) => (body as { type: string }).type)).toEqual([
      'setpoint.alert.firing',
      'setpoint.alert.firing',
      'setpoint.alert.recovered',
    ]);
  });

  it('of one alert that nobody takes, however many, hold up no other', async () => {
    for (let number = 100; number < 250; number += 1) await world.newSite(numberedId(number) as SiteId, `S${number}`);
    await world.newAlert({ channel: 'pagerduty', target: 'R'.repeat(32) });
    await world.look();
    world.clock.now += 1;
    await world.newAlert({ alertId: numberedId(2), siteId: world.siteId });
    await world.look();
    world.hook.answerBy((path) => (path === '/pager' ? 503 : 200));
    await sendWaiting(world.feeding);
    expect(world.hook.taken.map(({ path }) => path).toSorted()).toEqual(['/hook', '/pager']);
  });

  it('to a receiver that never answers hold up no other, nor the end of the service', async () => {
    await world.newAlert();
    await world.newAlert({ alertId: numberedId(2), target: world.hook.urlOf('other') });
    await world.look();
    world.hook.answerBy((path) => (path === '/hook' ? new Promise(() => undefined) : 200));
    const stopping = new AbortController();
    const take = feedAlerts(world.feeding);
    await take(stopping.signal);
    await world.hook.until(2);
    await world.hear(world.siteId);
    await world.look();
    await expect.poll(async () => (await take(stopping.signal), world.hook.taken.length)).toBe(3);
    expect(world.hook.taken.map(({ path }) => path).toSorted()).toEqual(['/hook', '/other', '/other']);
    stopping.abort();
  });

  it('to an address that was changed meanwhile are forgotten, with what became of them', async () => {
    await world.newAlert();
    await world.look();
    const answer = Promise.withResolvers<number>();
    world.hook.answerBy(() => answer.promise);
    const sent = sendWaiting(world.feeding);
    await world.hook.until(1);
    const change = { target: world.hook.urlOf('other') };
    await world.store.write(changeAlert, { alertId: world.alertId, change });
    answer.resolve(503);
    await sent;
    expect(await world.lastError()).toBe('');
    world.hook.answerBy(() => 200);
    await world.look();
    await sendWaiting(world.feeding);
    expect(world.hook.taken.map(({ path }) => path)).toEqual(['/hook', '/other']);
  });
});
