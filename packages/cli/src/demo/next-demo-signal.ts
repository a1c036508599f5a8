import type { PoolSignal } from '@setpoint/contract';

/** The grid operator asks each 4 s; three cycles without a signal end the last one. */
export const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const WAVE_MS = 3 * 60_000;
const SWING = 0.15;
const WATTS_PER_KW = 1_000;

/** What the signal moves around, and which one was sent last. */
export interface DemoLevel {
  readonly kW: number;
  readonly sequence: number;
}

export interface DemoCycle {
  readonly level: DemoLevel;
  /** The last signal that the pool had, whoever sent it; null before the first one. */
  readonly last: Pick<PoolSignal, 'kW' | 'sequence' | 'validUntil'> | null;
  readonly bookedKw: number;
  readonly nowMs: number;
}

/** The next synthetic signal: a wave around the level. What a visitor asked for is the new level. */
export function nextDemoSignal({ level, last, bookedKw, nowMs }: DemoCycle) {
  const isVisitors = last !== null && last.sequence !== level.sequence && Date.parse(last.validUntil) > nowMs;
  const next: DemoLevel = { kW: isVisitors ? last.kW : level.kW, sequence: (last?.sequence ?? 0) + 1 };
  const wave = SWING * bookedKw * Math.sin((nowMs / WAVE_MS) * 2 * Math.PI);
  const kW = Math.round((next.kW + wave) * WATTS_PER_KW) / WATTS_PER_KW;
  const validUntil = new Date(nowMs + LEASE_MS).toISOString();
  return { level: next, signal: { kW, sequence: next.sequence, validUntil } };
}
