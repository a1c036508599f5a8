import type { PoolSignal } from '@setpoint/contract';

/** A signal while it has not ended. */
export function inForce(signal: PoolSignal | null | undefined, now: number): PoolSignal | null {
  return signal === null || signal === undefined || Date.parse(signal.validUntil) <= now ? null : signal;
}
