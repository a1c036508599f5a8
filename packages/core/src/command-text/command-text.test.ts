import fc from 'fast-check';
import { type AssetScheduleCommand, CATALOGUE, pairName } from '@setpoint/contract';
import { expect, it } from 'vitest';
import type { Interval } from '../time/series.ts';
import { carryFirstSet } from './carry-first-set.ts';
import { countEntries } from './count-entries.ts';
import { entryEndingAfter, lastEndOf } from './entry-ending-after.ts';
import { entryFactsOf } from './entry-facts-of.ts';
import { inUtc } from './in-utc.ts';
import { pairOfText } from './pair-of-text.ts';
import { readChanges } from './read-changes.ts';
import { commandsOf, readCommand, seriesOf } from './read-command.ts';
import { writeChanges, writeTexts } from './write-changes.ts';
import { writeCommand } from './write-command.ts';

const MINUTE = 60_000;

/** The ways in which clients write one instant. */
const WAYS: readonly ((ms: number) => string)[] = [
  (ms) => new Date(ms).toISOString(),
  (ms) => new Date(ms).toISOString().replace('Z', '0009z').replace('T', 't'),
  (ms) => new Date(ms).toISOString().replace('.000Z', 'Z'),
  (ms) => new Date(ms + 90 * MINUTE).toISOString().replace('Z', '+01:30'),
  (ms) => new Date(ms - 720 * MINUTE).toISOString().replace('Z', '-12:00'),
];

interface Drawn {
  readonly command: AssetScheduleCommand;
  /** The same entries in milliseconds. */
  readonly series: readonly Interval[];
}

const step = fc.oneof(
  fc.nat(3).map((minutes) => minutes * MINUTE),
  fc.nat(2_000),
);
const value = fc.oneof(fc.integer({ min: -500, max: 500 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const entry = fc.record({ gap: step, length: step, value, way: fc.nat(WAYS.length - 1) });
const row = fc.constantFrom(...CATALOGUE);

const drawn = fc
  .record({ row, entries: fc.array(entry, { minLength: 1, maxLength: 30 }), oneWay: fc.boolean() })
  .map(draw);

function draw({ row: { asset, type }, entries, oneWay }: DrawnBy): Drawn {
  let at = Date.UTC(2026, 11, 31, 22);
  const series = entries.map(({ gap, length, value: kw }) => {
    const startMs = at + gap;
    at = startMs + length + 1;
    return { startMs, endMs: at, value: kw === 0 ? 0 : kw };
  });
  const written = series.map((interval, index) => {
    const write = WAYS[entries[oneWay ? 0 : index]?.way ?? 0] ?? String;
    return { startAt: write(interval.startMs), endAt: write(interval.endMs), value: interval.value };
  });
  return { command: { asset, type, entries: written }, series };
}

type DrawnBy = {
  readonly row: (typeof CATALOGUE)[number];
  readonly entries: readonly { gap: number; length: number; value: number; way: number }[];
  readonly oneWay: boolean;
};

it('what was written, every reader reads back', () => {
  fc.assert(
    fc.property(drawn, ({ command, series }) => {
      const text = writeCommand(command, command.entries);
      const pair = pairName(command);
      expect(text).toBe(JSON.stringify(command));
      expect(readCommand(text)).toEqual(command);
      expect(pairOfText(text)).toBe(pair);
      expect(countEntries(text)).toBe(series.length);
      expect(seriesOf(text)).toEqual(series);
      expect(commandsOf([text])).toEqual(new Map([[pair, series]]));
      expect(lastEndOf(text)).toBe(series.at(-1)?.endMs);
    }),
  );
});

it('the first entry that ends after an instant is the one that a look at all of them finds', () => {
  fc.assert(
    fc.property(drawn, fc.nat(30), fc.integer({ min: -1, max: 1 }), ({ command, series }, which, beside) => {
      const { startMs, endMs } = series[which % series.length] ?? { startMs: 0, endMs: 0 };
      for (const at of [startMs + beside, endMs + beside]) {
        const found = series.find((interval) => interval.endMs > at);
        const expected = found && { startMs: found.startMs, endMs: found.endMs };
        expect(entryEndingAfter(writeCommand(command, command.entries), at)).toEqual(expected);
      }
    }),
  );
});

it('in UTC a command says the same, with every instant in one form', () => {
  fc.assert(
    fc.property(drawn, ({ command, series }) => {
      const text = inUtc(writeCommand(command, command.entries));
      const written = (ms: number) => new Date(ms).toISOString();
      const entries = series.map(({ startMs, endMs, value: kw }) => {
        return { startAt: written(startMs), endAt: written(endMs), value: kw };
      });
      expect(text).toBe(writeCommand(command, entries));
      expect(inUtc(text)).toBe(text);
    }),
  );
});

it('a logged batch is taken apart without a change to any byte', () => {
  const change = fc.oneof(
    drawn.map(({ command }) => ({
      pair: pairName(command),
      text: writeCommand(command, command.entries),
    })),
    row.map((names) => ({ pair: pairName(names), text: null })),
  );
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      expect(readChanges(writeChanges(changes))).toEqual(changes);
      const set = changes.filter(({ text }) => text !== null);
      expect(readChanges(writeTexts(set.map(({ text }) => text ?? '')))).toEqual(set);
    }),
  );
});

it('entries have the facts of the batch that set them', () => {
  fc.assert(
    fc.property(drawn, ({ command, series }) => {
      const text = writeCommand(command, command.entries);
      const firstSet = carryFirstSet(undefined, text, { version: 7, at: 70 });
      const facts = series.map((interval) => ({ ...interval, firstVersion: 7, firstSetAt: 70 }));
      expect(entryFactsOf({ text, firstSet })).toEqual(facts);
      expect(carryFirstSet({ text, firstSet }, text, { version: 8, at: 80 })).toBe(firstSet);
    }),
  );
});

it('a text that is no command has no pair, and one that was damaged no series', () => {
  expect(() => pairOfText('{"asset":"wind","type":"activePowerkW","entries":[]}')).toThrow('no command');
  expect(() => pairOfText('')).toThrow('no command');
  const damaged = '[{"startAt":"2026-06-01 04:00:00Z","endAt":"2026-06-01T05:00:00Z","value":1}]';
  expect(() => seriesOf(`{"asset":"grid","type":"activePowerkW","entries":${damaged}}`)).toThrow('holds no instant');
});
