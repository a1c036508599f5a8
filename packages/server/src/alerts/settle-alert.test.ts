import { expect, it, onTestFinished } from 'vitest';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { openTestStore, STORE_KINDS } from '../../testing/open-test-store.ts';
import { queuedMessages } from '../../testing/queued-messages.ts';
import { addAlert } from './add-alert.ts';
import { changeAlert } from './change-alert.ts';
import { MOST_SUBJECTS } from './firing-subject.ts';
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
  const opened = await openTestStore(kind);
  onTestFinished(() => opened.close());
  const { store } = opened;
  const alertId = numberedId(1);
  const of = { alertName: 'Dispatch', condition: 'offline', minutes: 0, siteId: '', poolId: '' } as const;
  const to = { channel: 'slack', target: 'https://localhost/hook', secret: '' } as const;
  await store.write(addAlert, { ...of, ...to, alertId, createdAt: 0 });
  const settle = (from: number, now: number) => {
    const subjects = Array.from({ length: MOST_SUBJECTS }, (_, nth) => {
      return { subjectId: numberedId(from + nth), subjectName: `Site ${from + nth}`, since: 0 };
    });
    const messageIds = [1, 2, 3].map((nth) => numberedId(100 * now + nth));
    return store.write(settleAlert, { alertId, subjects, messageIds, now });
  };
  // Another one before them pushes the last out of sight, and is over once the rule goes to another address.
  await settle(1_001, 1);
  await settle(1_000, 2);
  await store.write(changeAlert, { alertId, change: { target: 'https://localhost/other' } });
  await settle(1_000, 10);
  await settle(1_001, 11);
  const sent = (await queuedMessages(store)).map(
    ({ message: { kind: what, subjects } }) => `${what} ${subjects.length} from ${subjects[0]?.subjectName}`,
  );
  expect(sent.toSorted()).toEqual([
    `firing 1 from Site ${1_000 + MOST_SUBJECTS}`,
    `firing ${MOST_SUBJECTS} from Site 1000`,
    'recovered 1 from Site 1000',
  ]);
  const { events } = await store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 9 });
  expect(eventFaults(events.map(fleetEventOf))).toEqual([]);
  const named = events.map(({ type, data }) => [type, data['subjectCount'], (data['subjects'] as unknown[]).length]);
  expect(named).toEqual([
    ['alert.firing', MOST_SUBJECTS, 100],
    ['alert.firing', 1, 1],
    ['alert.firing', MOST_SUBJECTS, 100],
    ['alert.recovered', 1, 1],
    ['alert.firing', 1, 1],
  ]);
});
