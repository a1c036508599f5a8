import type { PoolSignal } from '@setpoint/contract';

/** A signal while it has not ended. */
export function inForce<Of extends Pick<PoolSignal, 'validUntil'>>(signal: Of | null | undefined, now: number) {
  return signal === null || signal === undefined || Date.parse(signal.validUntil) <= now ? null : signal;
}

/** What a pool is asked for, as far as it is known. */
export type Asked =
  | { readonly kind: 'unread' }
  | { readonly kind: 'never' }
  | { readonly kind: 'nothing' | 'in_force'; readonly signal: PoolSignal }
  /** It has ended by the clock, and what came after it has not been read. */
  | { readonly kind: 'unheard'; readonly signal: PoolSignal };

/** Nothing is asked for only if that was read after the end of the last signal; silence says nothing. */
export function askedOf(signal: PoolSignal | null | undefined, readAt: number, now: number): Asked {
  if (signal === undefined) return { kind: 'unread' };
  if (signal === null) return { kind: 'never' };
  const endsAt = Date.parse(signal.validUntil);
  if (endsAt <= readAt) return { kind: 'nothing', signal };
  return { kind: endsAt <= now ? 'unheard' : 'in_force', signal };
}
