import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { openAlertWorld } from '../../testing/open-alert-world.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { alertRules } from './alert-rules.ts';
import { changeAlert, type ChangeAlertInput } from './change-alert.ts';
import { type AlertEvent, alertTitle } from '../webhooks/alert-text.ts';

const MINUTE_MS = 60_000;

describe.each(STORE_KINDS)('alerts, on %s', (kind) => {
  const world = inEachTest(() => openAlertWorld(kind));
  beforeEach(async () => {
    await world.newAlert();
  });

  const look = (minutes: number, isJustAwake = false) => {
    world.clock.now = minutes * MINUTE_MS;
    return world.look(isJustAwake);
  };
  const change = (to: ChangeAlertInput['change']) =>
    world.store.write(changeAlert, { alertId: world.alertId, change: to });
  const alertEvents = async () => {
    const { events } = await world.store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 99 });
    expect(eventFaults(events.map(fleetEventOf))).toEqual([]);
    return events.filter(({ alertId }) => alertId !== undefined);
  };
  const sent = async () =>
    (await alertEvents()).map(({ type, data }) => [
      type.replace('alert.', ''),
      ...(data['subjects'] as { subjectName: string }[]).map(({ subjectName }) => subjectName),
    ]);

  const addSued = () => world.newSite(numberedId(12) as SiteId, 'Sued');
  const hear = (minutes: number) => {
    world.clock.now = minutes * MINUTE_MS;
    return world.hear(world.siteId);
  };

  it('are sent once when a condition lasts, together, and once when it ends', async () => {
    await addSued();
    await look(9);
    // This process stood still: controllers have their time before anybody is notified.
    await look(10, true);
    expect(await sent()).toEqual([]);
    await look(10);
    await look(11);
    expect(await sent()).toEqual([['firing', 'Nord', 'Sued']]);
    await hear(12);
    await look(12);
    await look(13);
    expect(await sent()).toEqual([
      ['firing', 'Nord', 'Sued'],
      ['recovered', 'Nord'],
    ]);
    const alerts = await alertEvents();
    expect(alerts.map(({ type, alertId, data }) => [type, alertId, data['alertName'], data['condition']])).toEqual([
      ['alert.firing', world.alertId, 'Dispatch', 'offline'],
      ['alert.recovered', world.alertId, 'Dispatch', 'offline'],
    ]);
    expect(alerts[1]?.data['subjects']).toEqual([
      { subjectId: world.siteId, subjectName: 'Nord', since: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('say that a change ended them, and nothing of what they still cover', async () => {
    await addSued();
    await look(10);
    await change({ siteId: world.siteId, poolId: '' });
    await look(11);
    await look(12);
    expect(await sent()).toEqual([
      ['firing', 'Nord', 'Sued'],
      ['recovered', 'Sued'],
    ]);
    const [, changed] = (await alertEvents()).map(fleetEventOf);
    expect(alertTitle(changed as AlertEvent)).toBe('Dispatch: Sued no longer watched, because the alert was changed');
    // What ends later is sent as ever.
    await hear(13);
    await look(13);
    const last = (await alertEvents()).at(-1);
    expect(last).toMatchObject({ type: 'alert.recovered', at: 13 * MINUTE_MS, data: { subjectCount: 1 } });
    expect(last?.data).not.toHaveProperty('isAlertChanged');
  });

  it('go to a new address with all that fires, and to the old one no more', async () => {
    await look(10);
    const target = 'https://localhost/other';
    expect(await change({ target: world.hook.urlOf('hook') })).toEqual({ kind: 'same' });
    expect(await change({ target })).toEqual({ kind: 'changed' });
    await look(11);
    await look(12);
    expect(await sent()).toEqual([
      ['firing', 'Nord'],
      ['firing', 'Nord'],
    ]);
    expect((await world.store.read(alertRules, {}))[0]?.target).toBe(target);
  });

  it('do not say that a site is back because more minutes are asked for', async () => {
    await look(10);
    await change({ minutes: 60 });
    await look(11);
    expect((await alertEvents())[1]).toMatchObject({ type: 'alert.recovered', data: { isAlertChanged: true } });
    await look(60);
    expect((await sent()).at(-1)).toEqual(['firing', 'Nord']);
  });
});
