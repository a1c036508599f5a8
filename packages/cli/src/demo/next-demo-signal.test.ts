import { expect, test } from 'vitest';
import { type DemoLevel, nextDemoSignal } from './next-demo-signal.ts';

const START = Date.UTC(2030, 0, 1, 10);
const CYCLES = 45;
const at = (cycle: number) => START + cycle * 4_000;
const later = (ms: number) => new Date(ms).toISOString();

test('the signal is a wave around its level, and each one lasts three cycles', () => {
  let level: DemoLevel = { kW: 0, sequence: 0 };
  let last: { kW: number; sequence: number; validUntil: string } | null = null;
  const asked: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const next: ReturnType<typeof nextDemoSignal> = nextDemoSignal({ level, last, bookedKw: 1_000, nowMs: at(cycle) });
    expect(next.signal).toMatchObject({ sequence: cycle + 1, validUntil: later(at(cycle + 3)) });
    ({ level, signal: last } = next);
    asked.push(last.kW);
  }
  expect([Math.round(Math.max(...asked)), Math.round(Math.min(...asked))]).toEqual([150, -150]);
});

test('what a visitor asks for is the level from then on', () => {
  const last = { kW: 400, sequence: 9, validUntil: later(START + 60_000) };
  const next = nextDemoSignal({ level: { kW: 0, sequence: 8 }, last, bookedKw: 0, nowMs: START });
  expect(next.signal).toMatchObject({ kW: 400, sequence: 10 });
  const again = nextDemoSignal({ level: next.level, last: next.signal, bookedKw: 0, nowMs: at(1) });
  expect(again.signal).toMatchObject({ kW: 400, sequence: 11 });
});

test('what somebody asked for long ago is over', () => {
  const last = { kW: 400, sequence: 9, validUntil: later(START) };
  const next = nextDemoSignal({ level: { kW: 0, sequence: 0 }, last, bookedKw: 0, nowMs: START });
  expect(next.signal).toMatchObject({ kW: 0, sequence: 10 });
});
