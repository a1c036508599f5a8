import { expect, test } from 'vitest';
import { type DemoCycle, type DemoSignal, nextDemoSignal } from './next-demo-signal.ts';

const START = Date.UTC(2030, 0, 1, 10);
const CYCLES = 45;
const at = (cycle: number) => START + cycle * 4_000;
const later = (ms: number) => new Date(ms).toISOString();

const OWN: DemoSignal = { kW: 12, validUntil: later(START + 12_000) };
const VISITORS: DemoSignal = { kW: 400, validUntil: later(START + 60_000) };
const next = (cycle: Partial<DemoCycle>) =>
  nextDemoSignal({ sent: OWN, last: VISITORS, bookedKw: 1_000, nowMs: START, ...cycle });

test('the signal is a wave around 0 kW, and each one lasts three cycles', () => {
  let sent: DemoSignal | null = null;
  const asked: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    sent = next({ sent, last: sent, nowMs: at(cycle) });
    expect(sent).toMatchObject({ validUntil: later(at(cycle + 3)) });
    asked.push(sent?.kW ?? 0);
  }
  expect([Math.round(Math.max(...asked)), Math.round(Math.min(...asked))]).toEqual([150, -150]);
});

test('the signal of a visitor stays in force until its end', () => {
  expect([next({}), next({ nowMs: at(14) })]).toEqual([null, null]);
  expect(next({ nowMs: at(15) })).toMatchObject({ validUntil: later(at(18)) });
});

test('it stays from a start of the demonstration on, too', () => {
  expect(next({ sent: null })).toBeNull();
});

test('it is that of a visitor by its end, though the power is the same', () => {
  expect(next({ last: { ...VISITORS, kW: OWN.kW } })).toBeNull();
});

test('a signal that a visitor took back is not waited for', () => {
  expect(next({ last: { ...VISITORS, kW: 0 } })).not.toBeNull();
});

test('its own last signal is followed by the next, however the instant of its end is written', () => {
  expect(next({ last: { ...OWN, validUntil: '2030-01-01T10:00:12Z' } })).not.toBeNull();
});
