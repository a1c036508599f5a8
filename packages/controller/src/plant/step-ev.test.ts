import { expect, test } from 'vitest';
import { localClock } from './local-time.ts';
import { seededRandom } from './seeded-random.ts';
import { newEv, stepEv, type EvConfig, type EvSession, type EvState } from './step-ev.ts';

const config: EvConfig = { chargers: 12, plugKw: 11, groupKw: 132, sessionKwh: 30, pattern: 'workplace' };
const mondayMs = Date.parse('2030-06-17T00:00:00Z');
const localAt = localClock('UTC');
const hourMs = 3_600_000;

interface Run {
  days?: number;
  capKw?: number | null;
  dtS?: number;
  seed?: number;
}

/** Every state of some days from a Monday on. */
function run(driven: EvConfig, { days = 1, capKw = null, dtS = 60, seed = 1 }: Run = {}): EvState[] {
  const random = seededRandom(seed, 'ev');
  const states: EvState[] = [];
  let state = newEv(driven);
  for (let atMs = mondayMs; atMs < mondayMs + days * 24 * hourMs; atMs += dtS * 1000) {
    state = stepEv(state, { atMs, dtS, local: localAt(atMs), capKw }, random);
    states.push(state);
  }
  return states;
}

const keyOf = (session: EvSession): string => `${session.charger}@${session.departAtMs}`;
function lastOfEach(states: readonly EvState[]): EvSession[] {
  return [...new Map(states.flatMap((state) => state.sessions.map((session) => [keyOf(session), session]))).values()];
}

test.each(['depot', 'workplace', 'home', 'public'] as const)(
  'in the pattern %s no plug and no feeder gives more than its rating',
  (pattern) => {
    const states = run({ ...config, pattern, groupKw: 60 }, { days: 7 });
    for (const { sessions, powerKw } of states) {
      expect(powerKw).toBeLessThanOrEqual(60);
      expect(sessions.every((session) => session.powerKw >= 0 && session.powerKw <= 11)).toBe(true);
      expect(new Set(sessions.map((session) => session.charger)).size).toBe(sessions.length);
      expect(sessions.reduce((sum, session) => sum + session.powerKw, 0)).toBeCloseTo(powerKw, 9);
    }
    expect(Math.max(...states.map((state) => state.powerKw))).toBeGreaterThan(20);
  },
);

test('with room for all, every car leaves with what it wanted', () => {
  const states = run(config, { days: 7 });
  const sessions = lastOfEach(states);
  expect(sessions.length).toBeGreaterThan(30);
  for (const session of sessions) expect(session.deliveredKwh).toBeCloseTo(session.needKwh, 6);
  expect(states.at(-1)?.missedKwh).toBeCloseTo(0, 6);
});

test('a car that wants more than its stay allows gets the plug for all of its stay', () => {
  const states = run({ ...config, sessionKwh: 1000 });
  for (const session of lastOfEach(states)) {
    const steps = states.filter((state) => state.sessions.some((other) => keyOf(other) === keyOf(session))).length;
    expect(session.deliveredKwh).toBeLessThanOrEqual((11 * steps) / 60 + 1e-9);
    expect(session.deliveredKwh).toBeGreaterThan((11 * (steps - 1)) / 60 - 1e-9);
  }
  expect(states.at(-1)?.missedKwh).toBeGreaterThan(1000);
});

test('under a cap the site stays below it, and the car that leaves first is served first', () => {
  const states = run(config, { capKw: 22 });
  expect(Math.max(...states.map((state) => state.powerKw))).toBe(22);
  const crowded = states.find((state) => state.sessions.length >= 5);
  expect(crowded?.sessions.map((session) => session.powerKw).slice(0, 5)).toEqual([11, 11, 0, 0, 0]);
  const departures = crowded?.sessions.map((session) => session.departAtMs) ?? [];
  expect(departures).toEqual([...departures].sort((a, b) => a - b));
});

test('offices are empty at night and nearly so at the weekend', () => {
  const states = run(config, { days: 7 });
  const carsAt = (day: number, hour: number): number => states[day * 1440 + hour * 60]?.sessions.length ?? -1;
  expect(carsAt(1, 3)).toBe(0);
  expect(carsAt(1, 11)).toBeGreaterThan(5);
  expect(carsAt(5, 11)).toBeLessThan(3);
});

test('buses stay over midnight and leave in the morning', () => {
  const states = run({ ...config, pattern: 'depot' }, { days: 2 });
  expect(states[24 * 60]?.sessions.length).toBeGreaterThan(8);
  expect(states[34 * 60]?.sessions.length).toBe(0);
});

test('the energy delivered is the energy drawn', () => {
  const states = run(config, { days: 7, seed: 9 });
  const drawnKwh = states.reduce((sum, state) => sum + state.powerKw / 60, 0);
  const deliveredKwh = lastOfEach(states).reduce((sum, session) => sum + session.deliveredKwh, 0);
  expect(deliveredKwh).toBeCloseTo(drawnKwh, 6);
});
