import { expect, it } from 'vitest';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { openAlertWorld } from '../../testing/open-alert-world.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { changeAlert } from './change-alert.ts';
import { MOST_SUBJECTS } from '../webhooks/alert-text.ts';
import { changeFiring, settleAlert } from './settle-alert.ts';

it('does not say that is over what is behind the last of those that were looked at', () => {
  const all = Array.from({ length: MOST_SUBJECTS + 1 }, (_, nth) => ({
    subjectId: numberedId(nth),
    subjectName: `Site ${nth}`,
    since: 0,
    isNotified: true,
    isFromBefore: false,
  }));
  // The first of them is back, the last was not looked at before.
  const firing = all.slice(1);
  expect(changeFiring(all.slice(0, -1), firing)).toMatchObject({ over: [all[0]], begun: [all.at(-1)] });
  expect(changeFiring(all, all.slice(0, -1))).toMatchObject({ over: [], begun: [] });
  expect(changeFiring(all, []).over).toHaveLength(all.length);
});

it.each(STORE_KINDS)('what is behind the last of those that were looked at is not sent yet, on %s', async (kind) => {
  const world = await openAlertWorld(kind);
  await world.newAlert();
  const { store, alertId } = world;
  const settle = (from: number, now: number) => {
    const subjects = Array.from({ length: MOST_SUBJECTS }, (_, nth) => {
      return { subjectId: numberedId(from + nth), subjectName: `Site ${from + nth}`, since: 0 };
    });
    return store.write(settleAlert, { alertId, subjects, now });
  };
  // Another one before them pushes the last out of sight, and is over once the rule goes to another address.
  await settle(1_001, 1);
  await settle(1_000, 2);
  await store.write(changeAlert, { alertId, change: { target: 'https://localhost/other' } });
  await settle(1_000, 10);
  await settle(1_001, 11);
  const all = (await store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 9 })).events;
  const events = all.filter((event) => event.alertId !== undefined);
  expect(eventFaults(events.map(fleetEventOf))).toEqual([]);
  const named = events.map(({ type, data }) => [
    type,
    data['subjectCount'],
    (data['subjects'] as { subjectName: string }[])[0]?.subjectName,
  ]);
  expect(events.every(({ data }) => (data['subjects'] as unknown[]).length <= 100)).toBe(true);
  expect(named).toEqual([
    ['alert.firing', MOST_SUBJECTS, 'Site 1001'],
    ['alert.firing', 1, 'Site 1000'],
    ['alert.firing', MOST_SUBJECTS, 'Site 1000'],
    ['alert.recovered', 1, 'Site 1000'],
    ['alert.firing', 1, `Site ${1_000 + MOST_SUBJECTS}`],
  ]);
});
