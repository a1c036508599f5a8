import type { AssetScheduleCommand, BatchId, ClientId, SiteId } from '@setpoint/contract';
import { entryFactsOf, instantText, parseBatch } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { runSplices, type SpliceRequest } from '../../testing/run-splices.ts';
import { newSite } from '../../testing/new-site.ts';
import { readSite } from '../sites/read-site.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { type ApplySchedulesInput, applySchedules } from './apply-schedules.ts';

const NOW = Date.UTC(2026, 9, 25, 12);
const SITE = numberedId(1) as SiteId;

describe.each(STORE_KINDS)('a splice, on %s', (kind) => {
  let opened: TestStore;
  let batches = 0;

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    await newSite(opened.store, NOW, { siteId: SITE, siteName: 'Nord' });
    batches = 0;
  });

  it('loses nothing when many write at once, and remembers which batch first set each entry', async () => {
    const expected = await runSplices({
      seed: 1,
      now: NOW,
      writers: 8,
      batchesOfWriter: 25,
      async send(request) {
        const outcome = await apply(request);
        if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
        return { version: outcome.version, dropped: outcome.dropped };
      },
    });
    const rows = await opened.query('SELECT asset, type, text, first_set FROM set_command');
    const stored = new Map(
      rows.map(({ asset, type, text, first_set: firstSet }) => {
        const facts = entryFactsOf({ text: String(text), firstSet: String(firstSet) });
        const entries = facts.map(({ startMs, endMs, value, firstVersion: first }) => {
          return { startAt: instantText(startMs), endAt: instantText(endMs), value, first };
        });
        return [`${String(asset)}/${String(type)}`, entries];
      }),
    );
    expect(stored).toEqual(new Map([...expected].filter(([, entries]) => entries.length > 0)));
  });

  it('with a key takes effect once, and gives the same answer again', async () => {
    await apply({ schedules: [days(-3, -2)] });
    const splice = { from: day(5), to: day(6), dropEnded: true, schedules: [days(5)] };
    const idempotency = { key: 'key', requestHash: 'one' };
    const first = await apply(splice, { idempotency });
    expect(first).toMatchObject({ kind: 'accepted', version: 2, dropped: 2 });
    const again = await apply(splice, { idempotency });
    expect(again).toMatchObject({ kind: 'replayed', version: 2, dropped: 2 });
    await expect(apply(splice, { idempotency: { key: 'key', requestHash: 'two' } })).resolves.toEqual({
      kind: 'key_reused',
    });
  });

  it('stops at another version than the caller saw', async () => {
    await apply({ schedules: [days(-3, -2)] });
    const splice = { from: day(5), to: day(6), schedules: [days(5)] };
    await expect(apply(splice, { ifVersion: 0 })).resolves.toEqual({ kind: 'version_differs', version: 1 });
    await expect(apply(splice, { ifVersion: 1 })).resolves.toMatchObject({ kind: 'accepted', version: 2, dropped: 0 });
  });

  it('of each day of a year stays within 1,500 entries, if it drops what has ended', async () => {
    for (let each = 0; each < 365; each += 1) {
      const quarters = { ...days(), entries: quartersOf(each) };
      const splice = { from: day(each), to: day(each + 1), dropEnded: true, schedules: [quarters] };
      const outcome = await apply(splice, { now: NOW + each * DAY_MS });
      // At noon of the next day, all of the day before has ended.
      expect(outcome).toMatchObject({ kind: 'accepted', dropped: each === 0 ? 0 : 96 });
    }
    const site = await opened.store.read(readSite, { siteId: SITE });
    const [text = ''] = site?.commands ?? [];
    expect(text.split('startAt')).toHaveLength(1 + 96);
  });

  it('without that is refused when a pair would have too many', async () => {
    for (let each = 0; each < 15; each += 1) {
      const quarters = { ...days(), entries: quartersOf(each) };
      await apply({ from: day(each), to: day(each + 1), schedules: [quarters] });
    }
    const one = { ...days(), entries: quartersOf(15) };
    await expect(apply({ from: day(15), to: day(16), schedules: [one] })).resolves.toMatchObject({
      kind: 'rejected',
      problems: [{ rule: 'too_many_entries', place: 'schedules[0].entries' }],
    });
  });

  async function apply(
    request: Omit<SpliceRequest, 'schedules'> & { schedules: AssetScheduleCommand[] },
    more: Partial<ApplySchedulesInput> = {},
  ) {
    batches += 1;
    return await opened.store.write(applySchedules, {
      siteId: SITE,
      clientId: numberedId(0) as ClientId,
      batchId: numberedId(batches) as BatchId,
      now: NOW,
      batch: parseBatch(request),
      ...more,
    });
  }
});

const DAY_MS = 86_400_000;
const MIDNIGHT = NOW - DAY_MS / 2;

function day(number: number): string {
  return instantText(MIDNIGHT + number * DAY_MS);
}

/** Entries of a whole day each; 0 is today. */
function days(...numbers: number[]) {
  const entries = numbers.map((number) => ({ startAt: day(number), endAt: day(number + 1), value: number }));
  return { asset: 'grid' as const, type: 'activePowerkW' as const, entries };
}

function quartersOf(number: number) {
  const at = (quarter: number) => instantText(MIDNIGHT + number * DAY_MS + quarter * 900_000);
  return Array.from({ length: 96 }, (_, quarter) => ({ startAt: at(quarter), endAt: at(quarter + 1), value: quarter }));
}
