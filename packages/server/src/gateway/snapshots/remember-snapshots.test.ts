import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { newSite } from '../../../testing/new-site.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import type { Store } from '../../store/store.ts';
import { STORE_KINDS, storeOfTests } from '../../../testing/open-test-store.ts';
import { pollSchedule } from '../https/poll-schedule.ts';
import { readSchedule } from './read-schedule.ts';
import { rememberSnapshots } from './remember-snapshots.ts';

const NOW = Date.UTC(2030, 0, 1);
const MIB = 1_024 * 1_024;
const TYPES = [
  ...(['activePowerkW', 'upperLimitkW', 'afrrImportBookingkW', 'afrrExportBookingkW'] as const),
  ...(['mfrrImportBookingkW', 'mfrrExportBookingkW', 'fcrImportkW', 'fcrExportkW', 'lowerLimitkW'] as const),
];

describe.each(STORE_KINDS)('snapshots over %s', async (kind) => {
  let siteId: SiteId;
  let clock: number;
  /** How often the schedule of a site was read. */
  let made: number;

  const opened = await storeOfTests(kind);
  const store: Store = {
    ...opened.store,
    read(read, input) {
      if ((read as unknown) === readSchedule) made += 1;
      return opened.store.read(read, input);
    },
  };
  const orders = { of: () => [] };
  beforeEach(async () => {
    clock = NOW;
    made = 0;
    siteId = randomUUID() as string as SiteId;
    const controllerKey = { keyId: siteId, keyHash: randomUUID() };
    await newSite(store, NOW, { siteId, controllerKey });
  });

  async function set(entries: number): Promise<void> {
    const minute = (index: number) => new Date(NOW + index * 60_000).toISOString();
    const list = Array.from({ length: entries }, (_, index) => ({
      startAt: minute(index),
      endAt: minute(index + 1),
      value: 50,
    }));
    await setSchedules(store, siteId, {
      now: clock,
      schedules: TYPES.map((type) => ({ asset: 'grid', type, entries: list })),
    });
  }

  it('are one for 1,200 polls of two keys that one change answers, and so is the memory for them', async () => {
    const signals = createSiteSignals();
    const snapshots = rememberSnapshots({ store, now: () => clock, orders });
    const keyIds = [siteId, randomUUID()];
    await store.write(addControllerKey, { siteId, keyId: keyIds[1] ?? '', keyHash: randomUUID(), now: NOW });
    const revision = await snapshots.revisionOf({ siteId });
    const poll = { isKnown: (one: string) => one === revision, waitMs: 60_000 };
    const polls = Array.from({ length: 1_200 }, (_, index) =>
      pollSchedule(
        { store, signals, snapshots, now: () => clock, orders },
        { siteId, keyId: keyIds[index % 2] ?? '', endsAt: Infinity },
        poll,
      ),
    );
    await set(1_500);
    signals.send(siteId, 'schedule');
    const answers = await Promise.all(polls);
    const bytes = answers.map((answer) => (answer.kind === 'snapshot' ? answer.bytes : undefined));
    expect(bytes[0]?.length).toBeGreaterThan(MIB);
    // One and the same: with a copy each, they took 1.5 GB.
    expect([bytes.length, new Set(bytes).size, made]).toEqual([1_200, 1, 1]);
  });

  it('are made anew for each revision, and for the same one when some time has passed', async () => {
    const snapshots = rememberSnapshots({ store, now: () => clock, orders });
    await set(1);
    const first = await snapshots.of({ siteId });
    expect(await snapshots.of({ siteId })).toBe(first);
    await set(2);
    const second = await snapshots.of({ siteId });
    expect(second?.revision).not.toBe(first?.revision);
    clock += 2_000;
    const later = await snapshots.of({ siteId });
    expect(later).not.toBe(second);
    expect(later?.revision).toBe(second?.revision);
    expect(made).toBe(3);
  });

  it('are forgotten, the oldest first, when they take more memory than they may', async () => {
    const snapshots = rememberSnapshots({ store, now: () => clock, orders, mostBytes: 1 });
    await set(1);
    const first = await snapshots.of({ siteId });
    expect(await snapshots.of({ siteId })).not.toBe(first);
  });
});
