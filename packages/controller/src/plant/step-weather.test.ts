import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { newWeather, stepWeather, type WeatherState } from './step-weather.ts';

function month(latitude: number, start: string): WeatherState[] {
  const random = seededRandom(5, 'weather');
  const states = [newWeather(random)];
  const place = { latitude, longitude: 0 };
  for (let atMs = Date.parse(start); states.length < 30 * 144; atMs += 600_000) {
    states.push(stepWeather(states.at(-1) ?? newWeather(random), { atMs, dtS: 600, place }, random));
  }
  return states.slice(1);
}
const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
const meanC = (latitude: number, start: string): number => mean(month(latitude, start).map((state) => state.outdoorC));

test('January is cold in the north, July in the south, and the poles colder than both', () => {
  expect(meanC(52, '2030-01-05')).toBeLessThan(6);
  expect(meanC(52, '2030-07-05')).toBeGreaterThan(14);
  expect(meanC(-35, '2030-07-05')).toBeLessThan(meanC(-35, '2030-01-05') - 8);
  expect(meanC(68, '2030-01-05')).toBeLessThan(meanC(52, '2030-01-05') - 5);
});

test('the clouds let between a quarter and all of the sun through, and both occur', () => {
  const seen = month(52, '2030-06-01').map((state) => state.transmittance);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0.25);
  expect(Math.min(...seen)).toBeLessThan(0.4);
  expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  expect(Math.max(...seen)).toBeGreaterThan(0.95);
});

test('the wind keeps to its long-term mean', () => {
  expect(mean(month(52, '2030-06-01').map((state) => state.windFactor))).toBeCloseTo(1, 0);
});
