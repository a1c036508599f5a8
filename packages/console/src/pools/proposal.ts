import type { PoolSignal } from '@setpoint/contract';
import { inForce } from './in-force.ts';

/** What somebody means to send to a pool. */
export interface Proposal {
  readonly kW: number;
  /** When it ends: so long after it was sent, or at an instant. */
  readonly ends: { readonly afterMs: number } | { readonly at: string };
  /** The running signal that it ends; left out for one that asks for something new. */
  readonly replaces?: { readonly signal: PoolSignal; readonly how: 'take_back' | 'set_to_zero' };
}

export function endOf({ ends }: Proposal, now: number): number {
  return 'at' in ends ? Date.parse(ends.at) : now + ends.afterMs;
}

/** What takes one's own signal back: the one before it is in force again, or nothing is asked for. */
export function takingBack(signal: PoolSignal, now: number): Proposal {
  const { kW, validUntil } = inForce(signal.before, now) ?? { kW: 0, validUntil: signal.validUntil };
  return { kW, ends: { at: validUntil }, replaces: { signal, how: 'take_back' } };
}

/** What ends the signal of somebody else: nothing is asked for, for as long as it would have lasted. */
export function settingToZero(signal: PoolSignal): Proposal {
  return { kW: 0, ends: { at: signal.validUntil }, replaces: { signal, how: 'set_to_zero' } };
}
