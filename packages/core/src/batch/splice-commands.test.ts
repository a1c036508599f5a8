import { type AssetScheduleCommand, type PairName } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KnownEntry, type ModelEntry, ModelSplice } from '../../testing/model-splice.ts';
import { carryFirstSet } from '../command-text/carry-first-set.ts';
import { carrySpliced } from '../command-text/carry-spliced.ts';
import { countEntries } from '../command-text/count-entries.ts';
import { entryFactsOf, type StoredCommand } from '../command-text/entry-facts-of.ts';
import { applyBatch } from './apply-batch.ts';
import { parseBatch } from './parse-batch.ts';

const PAIR = 'bess/activePowerkW';
const SLOTS = 24;
const BASE = Date.UTC(2030, 0, 1);
const SLOT_MS = 900_000;
const NOW_SLOT = 10;

interface Step {
  readonly entries: readonly ModelEntry[];
  /** undefined replaces the pair as a whole. */
  readonly window: { readonly from: number; readonly to: number; readonly drops: boolean } | undefined;
  readonly offsetMinutes: number;
}

const range = fc
  .tuple(fc.nat(SLOTS - 1), fc.integer({ min: 1, max: SLOTS }))
  .map(([from, length]) => ({ from, to: Math.min(SLOTS, from + length) }));
const step: fc.Arbitrary<Step> = fc
  .record({
    window: fc.option(fc.record({ range, drops: fc.boolean() }), { nil: undefined, freq: 6 }),
    cuts: fc.uniqueArray(fc.nat(SLOTS), { maxLength: 9 }),
    values: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 9, maxLength: 9 }),
    offsetMinutes: fc.constantFrom(0, 60, -570, 330),
  })
  .map(({ window, cuts, values, offsetMinutes }) => {
    const { from, to } = window?.range ?? { from: 0, to: SLOTS };
    const edges = cuts.filter((cut) => cut >= from && cut <= to).toSorted((one, other) => one - other);
    const entries = edges.slice(1).flatMap((end, index) => {
      const value = values[index] ?? 0;
      // A value in five is a gap.
      return value === 0 ? [] : [{ start: edges[index] ?? 0, end, value }];
    });
    return { entries, offsetMinutes, window: window === undefined ? undefined : { from, to, drops: window.drops } };
  });

function instantOf(slot: number, offsetMinutes: number): string {
  if (offsetMinutes === 0) return new Date(BASE + slot * SLOT_MS).toISOString();
  const local = new Date(BASE + slot * SLOT_MS + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const digits = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${digits}`;
}

function requestOf({ entries, window, offsetMinutes }: Step) {
  const schedules: AssetScheduleCommand[] = [
    {
      asset: 'bess',
      type: 'activePowerkW',
      entries: entries.map(({ start, end, value }) => {
        return { startAt: instantOf(start, offsetMinutes), endAt: instantOf(end, offsetMinutes), value };
      }),
    },
  ];
  if (window === undefined) return { schedules };
  const [from, to] = [instantOf(window.from, offsetMinutes), instantOf(window.to, offsetMinutes)];
  return { from, to, schedules, ...(window.drops ? { dropEnded: true } : {}) };
}

function stepOn(stored: StoredCommand | undefined, one: Step, version: number) {
  const now = BASE + NOW_SLOT * SLOT_MS;
  const texts = new Map<PairName, string>(stored === undefined ? [] : [[PAIR, stored.text]]);
  const outcome = applyBatch({ pairs: new Set(texts.keys()), texts, now }, parseBatch(requestOf(one)));
  if (outcome.kind === 'rejected') throw new Error(outcome.problems[0]?.text);
  const [change] = outcome.changes;
  const mark = { version, at: version };
  if (change?.text === null || change === undefined) return { stored: undefined, dropped: outcome.dropped };
  const { text, spliced: how } = change;
  const firstSet = how === undefined ? carryFirstSet(stored, text, mark) : carrySpliced(stored, { ...how, ...mark });
  if (how !== undefined) expect(how.count).toBe(countEntries(text));
  return { stored: { text, firstSet }, dropped: outcome.dropped };
}

function knownOf(stored: StoredCommand | undefined): KnownEntry[] {
  return (stored === undefined ? [] : entryFactsOf(stored)).map(({ startMs, endMs, value, firstVersion }) => {
    return { start: (startMs - BASE) / SLOT_MS, end: (endMs - BASE) / SLOT_MS, value, first: firstVersion };
  });
}

it('any splices one after the other lead to what a slot-by-slot model has, with the batch that first set each entry', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const model = new ModelSplice(SLOTS);
      let stored: StoredCommand | undefined;
      for (const [index, one] of steps.entries()) {
        const version = index + 1;
        const after = stepOn(stored, one, version);
        const { window } = one;
        if (window === undefined) model.set(version, one.entries);
        else {
          const dropUpTo = window.drops ? NOW_SLOT : 0;
          expect(after.dropped).toBe(model.splice(version, { ...window, dropUpTo }, one.entries));
        }
        ({ stored } = after);
        expect(knownOf(stored)).toEqual(model.read());
      }
    }),
    { numRuns: 500 },
  );
});
