import { MOST_CLOCK_OFFSET_MS } from '../delivery/clock-offset.ts';
import type { Hindrance, MemberShare } from './divide-signal.ts';

/** Why a member takes part no more, or not as it should. */
export const HINDRANCES: ReadonlySet<unknown> = new Set<MemberShare['because']>([
  'offline',
  'behind',
  'held',
  'rejecting',
  'clock',
  'deviating',
]);

/** What is known of a site that decides whether it takes part. */
export interface MemberCondition {
  /** Whether its connection point is held, for everybody. */
  readonly isHeld: boolean;
  readonly isOnline: boolean;
  /** Whether its controller has not applied what is set. */
  readonly isBehind: boolean;
  /** Whether its controller rejects activations of this service. */
  readonly isRejecting: boolean;
  readonly clockOffsetMs: number | null;
}

/** Why a member takes no part in a signal, the weightiest first; null if it does. */
export function hindranceOf(member: MemberCondition): Hindrance | null {
  if (member.isHeld) return 'held';
  if (!member.isOnline) return 'offline';
  if (member.isBehind) return 'behind';
  if (member.isRejecting) return 'rejecting';
  // By a clock that is not known yet, an order may be followed past its end.
  return Math.abs(member.clockOffsetMs ?? Infinity) > MOST_CLOCK_OFFSET_MS ? 'clock' : null;
}
