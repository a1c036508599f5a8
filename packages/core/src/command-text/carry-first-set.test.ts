import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryEntries, type EntryFacts } from './carry-entries.ts';
import { carryFirstSet } from './carry-first-set.ts';
import { entryFactsOf, type StoredCommand } from './entry-facts-of.ts';
import { seriesOf } from './read-command.ts';
import { writeCommand } from './write-command.ts';

const NOON = Date.UTC(2030, 0, 1, 12);

/** `10Z=5 11Z=6`: an hour each, with that value. Behind the hour stand the T of start and end, if not big, and the offset. */
function text(hours: string): string {
  const entries = hours.split(' ').map((one) => {
    const [, hour = '', ts = 'TT', offset = '', value = ''] = /^(\d\d)([tT]{2})?([^=]*)=(.*)$/.exec(one) ?? [];
    const next = String(Number(hour) + 1).padStart(2, '0');
    const at = (which: string, t = 'T') => `2030-01-01${t}${which}:00:00${offset}`;
    return { startAt: at(hour, ts[0]), endAt: at(next, ts[1]), value: Number(value) };
  });
  return writeCommand({ asset: 'grid', type: 'activePowerkW' }, entries);
}

/** The version that first set each entry, after texts that were set one after the other by versions 1, 2, … */
function firstVersions(...texts: string[]): number[] {
  let command: StoredCommand | undefined;
  for (const [index, one] of texts.entries()) {
    const written = text(one);
    command = { text: written, firstSet: carryFirstSet(command, written, { version: index + 1, at: NOON }) };
  }
  return command === undefined ? [] : entryFactsOf(command).map(({ firstVersion }) => firstVersion);
}

describe('an entry that is set again', () => {
  it.each<[string, string[], number[]]>([
    ['is as old as its command, at first', ['10Z=5 11Z=6'], [1, 1]],
    ['stays as old as it is', ['10Z=5 11Z=6', '10Z=5 11Z=6'], [1, 1]],
    ['is new with another value', ['10Z=5 11Z=6', '10Z=5 11Z=7'], [1, 2]],
    ['keeps its age when others come and go around it', ['10Z=5 12Z=6', '09Z=1 11Z=2 12Z=6 13Z=3'], [2, 2, 1, 2]],
    ['is new when it was away', ['10Z=5', '11Z=5', '10Z=5'], [3]],
    ['is the same under another offset', ['10Z=5 11Z=6', '11+01:00=5 12+01:00=7'], [1, 2]],
    ['is the same with a fraction', ['10Z=5', '10.000Z=5'], [1]],
    ['is the same with a small t', ['10Z=5 11Z=6 12Z=7', '10ttZ=5 11tTZ=6 12TtZ=7'], [1, 1, 1]],
    ['is the same with one small t', ['10Z=5 11Z=6', '10TtZ=5 11TtZ=7'], [1, 2]],
    ['is the same when some have another offset', ['10Z=5 11Z=6', '10Z=5 12+01:00=6'], [1, 1]],
  ])('%s', (_fact, texts, expected) => {
    expect(firstVersions(...texts)).toEqual(expected);
  });

  it('keeps its age whatever is set around it, however it is written', () => {
    const hour = fc.record({
      value: fc.constantFrom(5, 6, 66, 665),
      offset: fc.constantFrom('Z', 'Z', 'Z', 'Z', '.0Z', 'tTZ', 'TtZ'),
      isSet: fc.boolean(),
    });
    const day = fc.array(hour, { minLength: 23, maxLength: 23 }).map((hours) => {
      const set = hours.map(({ value, offset }, at) => `${String(at).padStart(2, '0')}${offset}=${value}`);
      return set.filter((_, at) => hours[at]?.isSet === true);
    });
    const days = fc.array(
      day.filter((one) => one.length > 0),
      { minLength: 2, maxLength: 6 },
    );
    // As in a life, most of what is set again is what it was.
    const life = fc
      .tuple(days, fc.array(fc.nat(22)))
      .map(([all, kept]) => all.map((one, index) => (index === 0 ? one : mixed(all[index - 1] ?? [], one, kept))));
    fc.assert(
      fc.property(life, (texts) => {
        let facts: EntryFacts[] = [];
        for (const [index, one] of texts.entries()) {
          facts = carryEntries(facts, seriesOf(text(one.join(' '))), { firstVersion: index + 1, firstSetAt: NOON });
        }
        expect(firstVersions(...texts.map((one) => one.join(' ')))).toEqual(facts.map((one) => one.firstVersion));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the instant at which it was first set', () => {
    const first = { text: text('10Z=5'), firstSet: carryFirstSet(undefined, text('10Z=5'), { version: 1, at: NOON }) };
    const second = text('10Z=5 11Z=6');
    const firstSet = carryFirstSet(first, second, { version: 2, at: NOON + 7 });
    expect(entryFactsOf({ text: second, firstSet }).map(({ firstSetAt }) => firstSetAt)).toEqual([NOON, NOON + 7]);
  });
});

/** One day with some hours of another. */
function mixed(before: readonly string[], after: readonly string[], kept: readonly number[]): string[] {
  const isKept = (one: string) => kept.includes(Number(one.slice(0, 2)));
  const both = [...before.filter((one) => !isKept(one)), ...after.filter(isKept)];
  return both.length === 0 ? [...after] : both.toSorted();
}
