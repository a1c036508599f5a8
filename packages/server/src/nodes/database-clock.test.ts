import { beforeEach, expect, it } from 'vitest';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const AHEAD_MS = 400;

let here: number;
let clock: DatabaseClock;
beforeEach(() => {
  here = NOON;
  clock = createDatabaseClock(() => here);
});

/** The clock of the database is read after the one time, and the answer is there after the other. */
async function look(thereAfterMs: number, backAfterMs: number, aheadMs = AHEAD_MS): Promise<number> {
  await clock.look(async () => {
    here += thereAfterMs;
    const there = here + aheadMs;
    here += backAfterMs;
    return there;
  });
  return clock.aheadMs();
}

it('is ahead by what it showed half way between question and answer', async () => {
  expect(await look(1, 1)).toBe(AHEAD_MS);
  expect(await look(20, 40)).toBe(AHEAD_MS - 10);
});

it('is believed at first, however long the answer took', async () => {
  expect(await look(0, 4_000)).toBe(AHEAD_MS - 2_000);
  expect(await look(1, 1)).toBe(AHEAD_MS);
});

it('stays as it is where the answer took long, as what was known is as good', async () => {
  await look(1, 1);
  expect(await look(0, 5_000)).toBe(AHEAD_MS);
  expect(await look(5_000, 0)).toBe(AHEAD_MS);
  expect(await look(100, 151)).toBe(AHEAD_MS);
});

it('moves as far as it must where it was set, though the answer took long', async () => {
  await look(1, 1);
  expect(await look(0, 300, 60_000)).toBe(60_000 - 300);
  expect(await look(300, 0, -60_000)).toBe(-60_000 + 300);
});
