import type { PoolSignal } from '@setpoint/contract';

/** The grid operator asks each 4 s; three cycles without a signal end the last one. */
export const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const WAVE_MS = 3 * 60_000;
const SWING = 0.15;
const WATTS_PER_KW = 1_000;

export type DemoSignal = Pick<PoolSignal, 'kW' | 'validUntil'>;

export interface DemoCycle {
  /** The last signal that the demonstration sent; null before the first one. */
  readonly sent: DemoSignal | null;
  /** The last signal that the pool had from any sender; null before the first one. */
  readonly last: DemoSignal | null;
  readonly bookedKw: number;
  readonly nowMs: number;
}

/** The next synthetic signal, a wave around 0 kW; null while a visitor asks for power. */
export function nextDemoSignal({ sent, last, bookedKw, nowMs }: DemoCycle): DemoSignal | null {
  if (last !== null && !isSame(last, sent) && asksAt(last, nowMs)) return null;
  const wave = SWING * bookedKw * Math.sin((nowMs / WAVE_MS) * 2 * Math.PI);
  const kW = Math.round(wave * WATTS_PER_KW) / WATTS_PER_KW;
  return { kW, validUntil: new Date(nowMs + LEASE_MS).toISOString() };
}

// The client is the same.
function isSame(last: DemoSignal, sent: DemoSignal | null): boolean {
  return last.kW === sent?.kW && Date.parse(last.validUntil) === Date.parse(sent.validUntil);
}

/** A pool lets no signal last longer than 15 minutes; one of 0 kW is how a visitor takes theirs back. */
function asksAt({ kW, validUntil }: DemoSignal, nowMs: number): boolean {
  return kW !== 0 && Date.parse(validUntil) > nowMs;
}
