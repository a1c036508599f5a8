import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { newFrequency, stepFrequency, type FrequencyEvent } from './step-frequency.ts';

const startMs = Date.parse('2030-01-01T00:00:00Z');

function deviationsMhz(hours: number, events: readonly FrequencyEvent[] = [], seed = 1): Float64Array {
  const random = seededRandom(seed, 'frequency');
  const deviations = new Float64Array(hours * 3600);
  let state = newFrequency(random);
  for (let second = 0; second < deviations.length; second += 1) {
    state = stepFrequency(state, { atMs: startMs + second * 1000, dtS: 1, events }, random);
    deviations[second] = (state.frequencyHz - 50) * 1000;
  }
  return deviations;
}
const sigma = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

test('over forty days the frequency is 20 mHz around 50 Hz', () => {
  const deviations = deviationsMhz(40 * 24);
  expect(sigma(deviations)).toBeGreaterThan(19);
  expect(sigma(deviations)).toBeLessThan(21);
  expect(Math.abs(deviations.reduce((sum, value) => sum + value, 0) / deviations.length)).toBeLessThan(1);
});

test('two minutes after the full hour it is wilder than in the middle of the hour', () => {
  const deviations = deviationsMhz(40 * 24);
  const atSecond = (second: number): Float64Array => deviations.filter((_, index) => index % 3600 === second);
  expect(sigma(atSecond(120))).toBeGreaterThan(1.25 * sigma(atSecond(2400)));
});

test('it moves by a few mHz in a second, not by jumps', () => {
  const deviations = deviationsMhz(48);
  const jumps = deviations.slice(1).map((value, index) => Math.abs(value - (deviations[index] ?? 0)));
  expect(jumps.reduce((most, jump) => Math.max(most, jump))).toBeLessThan(12);
});

test('an injected event pulls it as told and leaves no trace after its end', () => {
  const event = { atMs: startMs + 600_000, forMs: 300_000, deviationMhz: -180, rampMs: 10_000 };
  const calm = deviationsMhz(1);
  const pulled = deviationsMhz(1, [event]).map((value, second) => value - (calm[second] ?? 0));
  const at = (second: number): number => Math.round(pulled[second] ?? Number.NaN) + 0;
  expect([0, 599, 600, 605, 610, 750, 890, 895, 900, 3000].map(at)).toEqual([
    0, 0, 0, -90, -180, -180, -180, -90, 0, 0,
  ]);
});

test('events add up, and one without a ramp is there at once', () => {
  const event = { atMs: startMs, forMs: 10_000, deviationMhz: 100, rampMs: 0 };
  const calm = deviationsMhz(1);
  const pulled = deviationsMhz(1, [event, event]);
  expect((pulled[0] ?? 0) - (calm[0] ?? 0)).toBeCloseTo(200, 6);
  expect((pulled[10] ?? 0) - (calm[10] ?? 0)).toBeCloseTo(0, 6);
});
