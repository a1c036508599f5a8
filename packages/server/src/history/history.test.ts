import type { AssetScheduleCommand, ScheduleEntry, SiteId } from '@setpoint/contract';
import { diffSchedules, orderedTexts, type SetTexts } from '@setpoint/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { command, type Draw, PAIRS, START } from '../../testing/draw.ts';
import { newSite } from '../../testing/new-site.ts';
import { STORE_KINDS, storeOfTests } from '../../testing/open-test-store.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { readSite } from '../sites/read-site.ts';
import { forgetBatches } from './forget-batches.ts';
import { VERSIONS_PER_STATE } from './keep-state.ts';
import { listBatches } from './list-batches.ts';
import { type Moment, readHistory } from './read-history.ts';

const EVERY_MS = 4_000;
const NO_END = { epoch: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER };
const RUNS = { SQLite: 60, PostgreSQL: 20 };

const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 99, noNaN: true }));
const drawnCommand = fc.tuple(fc.constantFrom(...PAIRS), fc.array(value, { maxLength: 3 }));
const drawnBatch = fc.uniqueArray(drawnCommand, { minLength: 1, maxLength: 3, selector: ([pair]) => pair });

/** A schedule as entries by pair, changed by differences alone. */
function replay(entries: Map<string, ScheduleEntry[]>, changes: ReturnType<typeof diffSchedules>): void {
  for (const { pair, added, removed } of changes) {
    const gone = new Set(removed.map((entry) => JSON.stringify(entry)));
    const kept = (entries.get(pair) ?? []).filter((entry) => !gone.has(JSON.stringify(entry)));
    expect((entries.get(pair) ?? []).length - kept.length).toBe(removed.length);
    const all = [...kept, ...added].sort((one, other) => (one.startAt < other.startAt ? -1 : 1));
    if (all.length === 0) entries.delete(pair);
    else entries.set(pair, all);
  }
}

describe.each(STORE_KINDS)('the history of a site, on %s', async (kind) => {
  const opened = await storeOfTests(kind);
  const { store } = opened;

  it('shows every version as it was, and its differences lead from nothing to today', async () => {
    const histories = fc.array(drawnBatch, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), fc.nat(30), async (draws, cut, limit) => {
        const { siteId, seen } = await siteWith(draws);
        await everySeen(siteId, seen, 0);
        const entries = new Map<string, ScheduleEntry[]>();
        for (let version = 1; version < seen.length; version += 1) {
          replay(entries, diffSchedules(await textsAt(siteId, version - 1), await textsAt(siteId, version)));
        }
        const today = (seen.at(-1) ?? []).map((text) => JSON.parse(text) as AssetScheduleCommand);
        expect(Object.fromEntries(entries)).toEqual(
          Object.fromEntries(today.map(({ asset, type, entries: set }) => [`${asset}/${type}`, set])),
        );
        const before = START + (cut % (draws.length + 1)) * EVERY_MS;
        await store.write(forgetBatches, { siteId, before, limit });
        const oldest = await oldestOf(siteId);
        await everySeen(siteId, seen, oldest === undefined ? seen.length - 1 : oldest - 1);
      }),
      { numRuns: RUNS[kind] },
    );
  });

  it('is whole on both sides of a state that is kept for speed, also while it is deleted step by step', async () => {
    const draws = Array.from({ length: VERSIONS_PER_STATE + 50 }, (_, index): Draw => {
      return [[PAIRS[index % PAIRS.length] ?? 'grid/activePowerkW', index % 7 === 0 ? [] : [index % 90]]];
    });
    const { siteId, seen } = await siteWith(draws);
    await everySeen(siteId, seen, 0);
    const at = (moment: Moment) => store.read(readHistory, { siteId, moment });
    const found = { kind: 'found', schedule: { version: 300, acceptedAt: START + 299 * EVERY_MS } };
    expect(await at({ at: START + 299.5 * EVERY_MS })).toMatchObject(found);
    const steps: number[] = [];
    while (steps.at(-1) !== 0) {
      steps.push(await store.write(forgetBatches, { siteId, before: START + 280 * EVERY_MS, limit: 64 }));
      await everySeen(siteId, seen, ((await oldestOf(siteId)) ?? 0) - 1);
    }
    expect(steps).toEqual([64, 64, 64, 64, 24, 0]);
    for (const moment of [{ version: 279 }, { version: 0 }, { at: START + 278 * EVERY_MS }])
      expect(await at(moment)).toEqual({ kind: 'forgotten', oldest: 280 });
  });

  it('begins with nothing, and knows no version that is yet to come', async () => {
    const { siteId } = await siteWith(PAIRS.slice(0, 3).map((pair) => [[pair, [1]]]));
    const nothing = { kind: 'found', schedule: { version: 0, acceptedAt: null, texts: new Map() } };
    const at = (moment: Moment) => store.read(readHistory, { siteId, moment });
    expect([await at({ version: 0 }), await at({ at: START - 1 }), await at({ version: 4 })]).toEqual([
      nothing,
      nothing,
      { kind: 'not_yet', current: 3 },
    ]);
  });

  /** What was set after each version, as a GET would have shown it. */
  async function siteWith(draws: readonly Draw[]) {
    const siteId = await newSite(store, START);
    const seen: string[][] = [[]];
    for (const [index, draw] of draws.entries()) {
      const schedules = draw.map(([pair, values]) => command(pair, values));
      const outcome = await setSchedules(store, siteId, { now: START + index * EVERY_MS, schedules });
      if (outcome.kind === 'accepted') seen.push([...((await store.read(readSite, { siteId }))?.commands ?? [])]);
    }
    return { siteId, seen };
  }

  async function textsAt(siteId: SiteId, version: number): Promise<SetTexts> {
    const past = await store.read(readHistory, { siteId, moment: { version } });
    if (past.kind !== 'found') throw new Error(past.kind);
    return past.schedule.texts;
  }

  async function everySeen(siteId: SiteId, seen: readonly string[][], from: number): Promise<void> {
    for (let version = from; version < seen.length; version += 1)
      expect([version, orderedTexts(await textsAt(siteId, version))]).toEqual([version, seen[version]]);
  }

  async function oldestOf(siteId: SiteId): Promise<number | undefined> {
    return (await store.read(listBatches, { siteId, before: NO_END, limit: 1_000 })).at(-1)?.version;
  }
});
