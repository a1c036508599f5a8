import { describe, expect, it } from 'vitest';
import { advanceClock, certainNow, type StoreClock } from './store-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2030, 0, 1);
const UNTOLD: StoreClock = { at: 0, claimedAt: 0, heldMs: 0 };

/** A service that looks each minute: the clock of the store after so long, and the last instant that was certain. */
function run(clock: StoreClock, from: number, ms: number): { clock: StoreClock; certain: number } {
  let [after, certain] = [clock, certainNow(clock, from, 0)];
  for (let ran = MINUTE; ran <= ms; ran += MINUTE) {
    certain = certainNow(after, from + ran, MINUTE);
    after = advanceClock(after, from + ran, MINUTE);
  }
  return { clock: after, certain };
}

const told = run(UNTOLD, START, HOUR).clock;
const AGREED = { at: START + HOUR, claimedAt: 0, heldMs: 0 };

describe('the clock of a store', () => {
  it('goes with a clock that differs by an hour at most, whichever way', () => {
    expect(told).toEqual(AGREED);
    for (const off of [-HOUR, HOUR]) expect(certainNow(told, START + HOUR + off, 0)).toBe(START + HOUR + off);
    expect(run(told, START + 2 * HOUR, MINUTE).certain).toBe(START + 2 * HOUR + MINUTE);
  });

  it('goes on by itself while a clock is years ahead, and as before once that is mended', () => {
    const ahead = run(told, START + 1_000 * DAY, 5 * HOUR);
    expect(ahead.certain).toBe(START + 6 * HOUR);
    expect(run(ahead.clock, START + 6 * HOUR, MINUTE)).toEqual({
      clock: { at: START + 6 * HOUR + MINUTE, claimedAt: 0, heldMs: 0 },
      certain: START + 6 * HOUR + MINUTE,
    });
  });

  it('follows after a week at rest, once the clock has held for a day of running, however often it is started', () => {
    let [clock, at] = [told, START + 7 * DAY];
    for (let starts = 0; starts < 3; starts += 1) {
      const ran = run(clock, at, 7 * HOUR);
      expect(ran.certain).toBe(START + HOUR + (starts + 1) * 7 * HOUR);
      // Between two starts it rests for the night.
      [clock, at] = [ran.clock, at + 24 * HOUR];
    }
    const after = run(clock, at, 4 * HOUR);
    expect(at + 4 * HOUR - after.certain).toBeLessThan(3 * DAY);
    const later = run(after.clock, at + 4 * HOUR, 2 * DAY);
    expect(later).toEqual({
      clock: { at: at + 4 * HOUR + 2 * DAY, claimedAt: 0, heldMs: 0 },
      certain: at + 4 * HOUR + 2 * DAY,
    });
  });

  it('moves a day at a time, when a clock that is years ahead has held for a day', () => {
    const { clock } = run(told, START + 1_000 * DAY, DAY);
    const next = advanceClock(clock, START + 1_001 * DAY + MINUTE, MINUTE);
    expect(next.at - clock.at).toBe(DAY + MINUTE);
  });

  it('waits anew for a clock that says something earlier than before', () => {
    const { clock } = run(told, START + 1_000 * DAY, 23 * HOUR);
    expect(run(clock, START + 500 * DAY, 2 * HOUR).clock).toMatchObject({
      at: START + 26 * HOUR,
      heldMs: 2 * HOUR - MINUTE,
    });
  });

  it('is set back after a day, too, and counts no age before', () => {
    const { clock, certain } = run(told, START - 100 * DAY, 23 * HOUR);
    expect(certain).toBe(START - 100 * DAY + 23 * HOUR);
    expect(run(clock, START - 100 * DAY + 23 * HOUR, 2 * HOUR).clock.at).toBe(START - 100 * DAY + 25 * HOUR);
  });
});
