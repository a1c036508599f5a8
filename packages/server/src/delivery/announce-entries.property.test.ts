import { randomUUID } from 'node:crypto';
import { type BatchId, type ClientId, type HoldId, namesOfPair, type PairName, type SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STORE_KINDS, type TestStore, storeOfTests } from '../../testing/open-test-store.ts';
import { listDueSites } from '../sites/list-due-sites.ts';
import { type EventPosition, readEventBounds, readEvents } from '../events/read-events.ts';
import { readRevision } from '../gateway/snapshots/read-schedule.ts';
import { ClockModel, type ModelChange, type ModelEntry } from '../../testing/clock-model.ts';
import { announceEntries } from './announce-entries.ts';
import { newSite } from '../../testing/new-site.ts';
import { applyPortfolio } from '../schedules/apply-portfolio.ts';
import { applySchedules } from '../schedules/apply-schedules.ts';
import { carryHoldStep } from '../holds/carry-hold-step.ts';
import { makeHold } from '../holds/make-hold.ts';
import { recordReport } from '../gateway/reports/record-report.ts';
import { releaseHold } from '../holds/release-hold.ts';
import { removeSite } from '../registry/sites/remove-site.ts';

const START = Date.UTC(2030, 0, 1, 10);
const SECOND = 1_000;
const CLIENT = '00000000-0000-4000-8000-00000000000c' as string as ClientId;
const PAIRS: readonly PairName[] = ['grid/activePowerkW', 'bess/activePowerkW', 'grid/upperLimitkW'];
const SITES = [0, 1, 2];
const RUNS = { SQLite: 150, PostgreSQL: 30 };

/** Entries by seconds: where the first begins, seen from now, then a gap, a length and a value each. */
interface DrawnSet {
  readonly pair: PairName;
  readonly from: number;
  readonly entries: readonly (readonly [gap: number, length: number, value: number])[];
}

type Act =
  | { readonly kind: 'set'; readonly sites: readonly number[]; readonly sets: readonly DrawnSet[] }
  | { readonly kind: 'hold'; readonly site: number | null; readonly asset: string | null }
  | { readonly kind: 'release'; readonly which: number }
  | {
      readonly kind: 'report';
      readonly site: number;
      /** By how many versions; null for a controller that lost its schedule. */
      readonly behind: number | null;
      readonly rejected: readonly PairName[];
    };

const site = fc.constantFrom(...SITES);
const drawnSet: fc.Arbitrary<DrawnSet> = fc.record({
  pair: fc.constantFrom(...PAIRS),
  from: fc.integer({ min: -4, max: 6 }),
  entries: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 6 }), fc.nat(1)), { maxLength: 4 }),
});
const sets = fc.uniqueArray(drawnSet, { minLength: 1, maxLength: 2, selector: ({ pair }) => pair });
const sitesToSet = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(site) },
  { weight: 1, arbitrary: fc.shuffledSubarray(SITES, { minLength: 2 }) },
);
const rejected = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray([...PAIRS]) });
const behind = fc.oneof(fc.constant(0), fc.nat(3), fc.constant(null));
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), sites: sitesToSet, sets }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), site, behind, rejected }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      site: fc.option(site),
      asset: fc.option(fc.constant('grid')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(9) }) },
);
const wait = fc.integer({ min: 1, max: 4 });
// A walk comes some milliseconds before each act, or none does.
const history = fc.array(fc.record({ wait, act, walkAfterMs: fc.option(fc.nat(3_999)) }), { maxLength: 14 });

describe.each(STORE_KINDS)('what becomes of entries, on %s', async (kind) => {
  const opened = await storeOfTests(kind);

  it('is told once and in full, whatever is set, held and reported before the walk comes by', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await using world = await openWorld(opened);
        for (const step of steps) await world.take(step);
        expect(await world.told()).toEqual(await world.foreseen());
      }),
      { numRuns: RUNS[kind] },
    );
  });
});

interface WorldSite {
  readonly siteId: SiteId;
  readonly model: ClockModel;
  /** By the version. */
  readonly revisions: Map<number, string | null>;
}

/** Some sites of a store, each with its model, and a clock that counts seconds. */
async function openWorld({ store, untilHandedOut }: TestStore) {
  const sites: WorldSite[] = [];
  const holds: { readonly holdId: HoldId; readonly on: readonly WorldSite[]; isOpen: boolean }[] = [];
  let second = 0;
  let sequence = 0;
  await untilHandedOut();
  const { last } = await store.read(readEventBounds, {});
  const after: EventPosition = last;
  for (const number of SITES) {
    const siteId = await newSite(store, START, { siteName: `${number}` });
    const revision = (await store.read(readRevision, { siteId })) ?? null;
    sites.push({ siteId, model: new ClockModel(), revisions: new Map([[0, revision]]) });
  }
  const siteOf = (number: number): WorldSite => sites[number] ?? expect.unreachable(`no site ${number}`);
  const now = () => START + second * SECOND;

  const acts = {
    async set({ sites: numbers, sets: drawn }: Extract<Act, { kind: 'set' }>) {
      const changes = drawn.map(({ pair, from, entries }) => {
        let end = second + from;
        const placed = entries.map(([gap, length, value]): ModelEntry => {
          const start = end + gap;
          end = start + length;
          return { start, end, value };
        });
        return { kind: 'set', pair, entries: placed } as const;
      });
      const batch = parseBatch({ schedules: changes.map(commandOf) });
      const batches = numbers.map((number) => {
        const ids = { siteId: siteOf(number).siteId, batchId: randomUUID() as string as BatchId, clientId: CLIENT };
        return { ...ids, now: now(), batch };
      });
      const [one] = batches;
      if (batches.length > 1 || one === undefined) await store.write(applyPortfolio, { batches });
      else await store.write(applySchedules, one);
      return new Map(numbers.map((number) => [siteOf(number), { kind: 'set', sets: changes } as const]));
    },
    async hold({ site: number, asset }: Extract<Act, { kind: 'hold' }>) {
      const on = number === null ? sites : [siteOf(number)];
      const siteId = number === null ? null : siteOf(number).siteId;
      const holdId = randomUUID() as string as HoldId;
      const made = { madeBy: CLIENT, isOperators: true, clientId: null, reason: null, now: now() };
      await store.write(makeHold, { holdId, siteId, asset, ...made });
      await carry(holdId);
      const name = holds.push({ holdId, on, isOpen: true }) - 1;
      return new Map(on.map((held) => [held, { kind: 'held', name, asset } as const]));
    },
    async release({ which }: Extract<Act, { kind: 'release' }>) {
      const open = holds.filter(({ isOpen }) => isOpen);
      const hold = open[which % open.length];
      if (hold === undefined) return new Map<WorldSite, never>();
      hold.isOpen = false;
      await store.write(releaseHold, { holdId: hold.holdId, clientId: CLIENT, now: now() });
      await carry(hold.holdId);
      const name = holds.indexOf(hold);
      return new Map(hold.on.map((held) => [held, { kind: 'released', name } as const]));
    },
    async report({ site: number, behind: lag, rejected: pairs }: Extract<Act, { kind: 'report' }>) {
      const by = siteOf(number);
      const version = lag === null ? null : Math.max(0, by.model.version - lag);
      const refused = pairs.map((pair) => ({ ...namesOfPair(pair), code: 'unsupported' as const }));
      const revision = version === null ? null : (by.revisions.get(version) ?? null);
      sequence += 1;
      const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: refused };
      await store.write(recordReport, { siteId: by.siteId, now: now(), ...said });
      return new Map([[by, { kind: 'reported', version, rejected: pairs } as const]]);
    },
  };

  async function carry(holdId: HoldId): Promise<void> {
    while (!(await store.write(carryHoldStep, { holdId, limit: 100, now: now() })).isDone);
  }

  function perform(drawn: Act): Promise<ReadonlyMap<WorldSite, ModelChange>> {
    if (drawn.kind === 'set') return acts.set(drawn);
    if (drawn.kind === 'hold') return acts.hold(drawn);
    return drawn.kind === 'release' ? acts.release(drawn) : acts.report(drawn);
  }

  function passUntil(end: number): void {
    for (second += 1; second < end; second += 1) for (const { model } of sites) model.pass(second, undefined);
  }

  async function walk(at: number): Promise<void> {
    const telling = { store, now: () => at };
    // Two nodes may do it at the same time, when they change places.
    await Promise.all([announceEntries(telling), announceEntries(telling)]);
  }

  return {
    async take(step: { wait: number; act: Act; walkAfterMs: number | null }): Promise<void> {
      if (step.walkAfterMs !== null) await walk(now() + (step.walkAfterMs % (step.wait * SECOND)));
      passUntil(second + step.wait);
      const changes = await perform(step.act);
      for (const one of sites) {
        one.model.pass(second, changes.get(one));
        const revision = (await store.read(readRevision, { siteId: one.siteId })) ?? null;
        one.revisions.set(one.model.version, revision);
      }
    },
    async told(): Promise<string[]> {
      passUntil(second + 60);
      while ((await store.read(listDueSites, { upTo: now(), limit: 1 })).length > 0) await walk(now() + SECOND);
      await untilHandedOut();
      const { events } = await store.read(readEvents, { after, rows: 100_000 });
      const entries = events.filter(({ type }) => type.startsWith('entry.'));
      return entries
        .map((event) => `${sites.findIndex(({ siteId }) => siteId === event.siteId)} ${textOf(event)}`)
        .sort();
    },
    async foreseen(): Promise<string[]> {
      return sites.flatMap(({ model }, number) => model.told.map((text) => `${number} ${text}`)).sort();
    },
    async [Symbol.asyncDispose]() {
      for (const { holdId, isOpen } of holds) {
        if (!isOpen) continue;
        await store.write(releaseHold, { holdId, clientId: CLIENT, now: now() });
        await carry(holdId);
      }
      for (const [number, { siteId }] of sites.entries())
        await store.write(removeSite, { siteId, siteName: `${number}`, now: now() });
    },
  };
}

function commandOf({ pair, entries }: { readonly pair: PairName; readonly entries: readonly ModelEntry[] }) {
  const instant = (second: number) => new Date(START + second * SECOND).toISOString();
  const written = entries.map(({ start, end, value }) => ({ startAt: instant(start), endAt: instant(end), value }));
  return { ...namesOfPair(pair), entries: written };
}

function textOf({ type, at, data }: { type: string; at: number; data: Readonly<Record<string, unknown>> }): string {
  const second = (instant: unknown) => (Number(new Date(instant as string)) - START) / SECOND;
  const { asset, type: command, startAt, endAt, value, isLate } = data;
  const span = `${second(startAt)}-${second(endAt)}`;
  return `${second(at)} ${String(asset)}/${String(command)} ${span} ${String(value)} ${type.slice(6)}${isLate === true ? ' late' : ''}`;
}
