import { expect, test } from 'vitest';
import { loadProfiles } from './load-profiles.ts';
import { localClock } from './local-time.ts';
import { seededRandom } from './seeded-random.ts';
import { newLoad, stepLoad, type LoadConfig } from './step-load.ts';

const config: LoadConfig = { peakKw: 100, profile: 'household', noise: 0, sheddable: 0.5 };
const localAt = localClock('Europe/Berlin');

function powerAt(instant: string, over: Partial<LoadConfig> = {}, capKw: number | null = null): number {
  const now = { dtS: 1, local: localAt(Date.parse(instant)), capKw };
  return stepLoad(newLoad({ ...config, ...over }), now, seededRandom(1, 'load')).powerKw;
}

function energyKwh(midnight: string, hours: number): number {
  const random = seededRandom(1, 'load');
  const dtS = 10;
  let state = newLoad(config);
  let sumKwh = 0;
  for (let second = 0; second < hours * 3600; second += dtS) {
    const local = localAt(Date.parse(midnight) + second * 1000);
    state = stepLoad(state, { dtS, local, capKw: null }, random);
    sumKwh += (state.powerKw * dtS) / 3600;
  }
  return sumKwh;
}

const sunday = loadProfiles.household.weekend;
const usualSunday = sunday.reduce((sum, share) => sum + share * config.peakKw, 0);
const hourFromTwo = (((sunday[2] ?? 0) + (sunday[3] ?? 0)) / 2) * config.peakKw;

test.each([
  ['2030-06-22T22:00:00Z', 24, usualSunday],
  ['2030-03-30T23:00:00Z', 23, usualSunday - hourFromTwo],
  ['2030-10-26T22:00:00Z', 25, usualSunday + hourFromTwo],
])('the local Sunday from %s with %i hours uses the energy of its hours on the wall', (midnight, hours, expected) => {
  expect(energyKwh(midnight, hours)).toBeCloseTo(expected, 0);
});

test('the hour that the wall clock shows twice is used twice, the one it leaves out is not', () => {
  expect(powerAt('2030-10-27T00:30:00Z')).toBe(powerAt('2030-10-27T01:30:00Z'));
  expect(powerAt('2030-03-31T01:00:00Z')).toBeCloseTo((sunday[3] ?? 0) * 100, 9);
});

test('a household is busiest in the evening, a school is empty on Saturday', () => {
  expect(powerAt('2030-06-19T17:00:00Z')).toBeGreaterThan(2 * powerAt('2030-06-19T02:00:00Z'));
  expect(powerAt('2030-06-19T09:00:00Z', { profile: 'school' })).toBe(85);
  expect(powerAt('2030-06-22T09:00:00Z', { profile: 'school' })).toBe(13);
});

test('a cap sheds what can be shed and no more', () => {
  const evening = '2030-06-19T17:00:00Z';
  expect(powerAt(evening, {}, 70)).toBe(70);
  expect(powerAt(evening, {}, 0)).toBeCloseTo(powerAt(evening) / 2, 9);
  expect(powerAt(evening, { sheddable: 0 }, 0)).toBe(powerAt(evening));
});

test.each(Object.entries(loadProfiles))('the profile %s has 24 shares of the peak on either kind of day', (_, days) => {
  for (const shares of [days.weekday, days.weekend]) {
    expect(shares).toHaveLength(24);
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
  }
});

test('noise stays between nothing and the peak', () => {
  const random = seededRandom(3, 'load');
  let state = newLoad({ ...config, noise: 0.8 });
  const seen: number[] = [];
  for (let second = 0; second < 20_000; second += 10) {
    state = stepLoad(state, { dtS: 10, local: { day: 0, weekday: 1, hour: 19 }, capKw: null }, random);
    seen.push(state.powerKw);
  }
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...seen)).toBe(100);
});
