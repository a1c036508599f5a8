import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientId, SiteId } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { sightOf } from '../access/sight.ts';
import { visibleEvents } from '../events/events-after.ts';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { addSite } from '../registry/sites/add-site.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { alertRules } from './alert-rules.ts';
import { addAlert, type AddAlertInput } from './add-alert.ts';
import { changeAlert } from './change-alert.ts';
import { type AlertEvent, alertTitle } from '../webhooks/alert-text.ts';
import { lookAtAlerts } from './watch-alerts.ts';

const MINUTE_MS = 60_000;
const ALERT = numberedId(1);
const RULE: AddAlertInput = {
  alertId: ALERT,
  alertName: 'Dispatch',
  condition: 'offline',
  minutes: 10,
  siteId: '',
  poolId: '',
  channel: 'slack',
  target: 'https://localhost/hook',
  secret: '',
  createdAt: 0,
};

describe.each(STORE_KINDS)('alerts, on %s', (kind) => {
  let opened: TestStore;
  beforeEach(async () => {
    opened = await openTestStore(kind);
  });
  afterEach(() => opened.close());

  const look = (minutes: number, isAwake = false) => {
    const facts = { now: () => minutes * MINUTE_MS, offlineAfterMs: 90_000, isJustAwake: () => isAwake };
    return lookAtAlerts({ store: opened.store, ...facts });
  };
  const alertEvents = async () => {
    const { events } = await opened.store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 99 });
    expect(eventFaults(events.map(fleetEventOf))).toEqual([]);
    return events.filter(({ alertId }) => alertId !== undefined);
  };
  const sent = async () =>
    (await alertEvents()).map(({ type, data }) => [
      type.replace('alert.', ''),
      ...(data['subjects'] as { subjectName: string }[]).map(({ subjectName }) => subjectName),
    ]);

  async function newSite(number: number): Promise<SiteId> {
    const siteId = numberedId(10 + number) as SiteId;
    const controllerKey = { keyId: numberedId(50 + number), keyHash: `key ${number}` };
    await opened.store.write(addSite, { siteId, siteName: `Site ${number}`, timeZone: 'UTC', controllerKey, now: 0 });
    return siteId;
  }
  // Reads of one turn share a snapshot, which what is written past the store does not end.
  async function query(text: string): Promise<void> {
    await opened.query(text);
    await nextTurn();
  }
  const report = (siteId: SiteId, minutes: number) =>
    query(`INSERT INTO site_state (site_id, reported_at) VALUES ('${siteId}', ${minutes * MINUTE_MS})`);

  it('are sent once when a condition lasts, together, and once when it ends', async () => {
    const [one] = [await newSite(1), await newSite(2)];
    await opened.store.write(addAlert, RULE);
    await look(9);
    // This process stood still: controllers have their time before anybody is notified.
    await look(10, true);
    expect(await sent()).toEqual([]);
    await look(10);
    await look(11);
    expect(await sent()).toEqual([['firing', 'Site 1', 'Site 2']]);
    await report(one, 12);
    await look(12);
    await look(13);
    expect(await sent()).toEqual([
      ['firing', 'Site 1', 'Site 2'],
      ['recovered', 'Site 1'],
    ]);
    const alerts = await alertEvents();
    expect(alerts.map(({ type, alertId, data }) => [type, alertId, data['alertName'], data['condition']])).toEqual([
      ['alert.firing', ALERT, 'Dispatch', 'offline'],
      ['alert.recovered', ALERT, 'Dispatch', 'offline'],
    ]);
    expect(alerts[1]?.data['subjects']).toEqual([
      { subjectId: one, subjectName: 'Site 1', since: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('are events for callers that may see alerts, and for nobody else', async () => {
    await newSite(1);
    await opened.store.write(addAlert, RULE);
    await look(10);
    const events = await alertEvents();
    const clientId = numberedId(3) as ClientId;
    await opened.store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: 'c', now: 0 });
    await opened.store.write(putGrant, { clientId, siteId: '*', canSchedule: false });
    const seen = async (hearsAsOperator: boolean) => {
      const wish = { clientId, types: undefined, hearsAsOperator };
      const visible = await visibleEvents(sightOf(opened.store), wish, events);
      return visible?.map(({ type }) => type);
    };
    expect([await seen(true), await seen(false)]).toEqual([['alert.firing'], []]);
  });

  it('open and close one incident for each at PagerDuty, and are about the sites that they name', async () => {
    await newSite(1);
    const siteId = await newSite(2);
    await opened.store.write(addAlert, { ...RULE, channel: 'pagerduty', target: 'R'.repeat(32) });
    await opened.store.write(addAlert, { ...RULE, alertId: numberedId(2), siteId });
    await look(10);
    expect((await sent()).map((each) => each.join(' ')).toSorted()).toEqual([
      'firing Site 1',
      'firing Site 2',
      'firing Site 2',
    ]);
  });

  it('say that a change ended them, and nothing of what they still cover', async () => {
    const [one] = [await newSite(1), await newSite(2)];
    await opened.store.write(addAlert, RULE);
    await look(10);
    await opened.store.write(changeAlert, { alertId: ALERT, change: { siteId: one, poolId: '' } });
    await look(11);
    await look(12);
    expect(await sent()).toEqual([
      ['firing', 'Site 1', 'Site 2'],
      ['recovered', 'Site 2'],
    ]);
    const [, changed] = (await alertEvents()).map(fleetEventOf);
    expect(alertTitle(changed as AlertEvent)).toBe('Dispatch: Site 2 no longer watched, because the alert was changed');
    // What ends later is sent as ever.
    await report(one, 13);
    await look(13);
    const last = (await alertEvents()).at(-1);
    expect(last).toMatchObject({ type: 'alert.recovered', at: 13 * MINUTE_MS, data: { subjectCount: 1 } });
    expect(last?.data).not.toHaveProperty('isAlertChanged');
  });

  it('go to a new address with all that fires, and to the old one no more', async () => {
    await newSite(1);
    await opened.store.write(addAlert, RULE);
    await look(10);
    const target = 'https://localhost/other';
    const change = (to: string) => opened.store.write(changeAlert, { alertId: ALERT, change: { target: to } });
    expect(await change(RULE.target)).toEqual({ kind: 'same' });
    expect(await change(target)).toEqual({ kind: 'changed' });
    await look(11);
    await look(12);
    expect(await sent()).toEqual([
      ['firing', 'Site 1'],
      ['firing', 'Site 1'],
    ]);
    expect((await opened.store.read(alertRules, {}))[0]?.target).toBe(target);
  });

  it('do not say that a site is back because more minutes are asked for', async () => {
    await newSite(1);
    await opened.store.write(addAlert, RULE);
    await look(10);
    await opened.store.write(changeAlert, { alertId: ALERT, change: { minutes: 60 } });
    await look(11);
    expect((await alertEvents())[1]).toMatchObject({ type: 'alert.recovered', data: { isAlertChanged: true } });
    await look(60);
    expect((await sent()).at(-1)).toEqual(['firing', 'Site 1']);
  });
});
