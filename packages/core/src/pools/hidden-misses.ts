import type { SiteId } from '@setpoint/contract';
import type { Tolerance } from '../following/tolerance.ts';
import { sumOf } from './column-of.ts';

/** What a member that counts in full misses of its order, by its last reports. */
export interface MemberMissing {
  readonly siteId: SiteId;
  /** The most of its last ramp. */
  readonly mostKw: number;
  /** On average over that. */
  readonly missedKw: number;
  readonly doubtKw: number;
}

// Errors of members that follow cancel each other: a sum so many deviations away is no chance.
const DEVIATIONS = 3;
const LEAST_KW = 1;
const HALF = 0.5;

/**
 * The members that a pool misses, though none of them is far enough from its order to be judged by itself: none while
 * the sum is near what was asked, else those that miss most of their order.
 */
export function hiddenMisses(members: readonly MemberMissing[], tolerance: Tolerance): readonly MemberMissing[] {
  const sum = sumOf(members.map(({ missedKw }) => missedKw));
  const allowedKw = allowedOf(members, tolerance);
  if (Math.abs(sum) <= allowedKw) return [];
  const way = Math.sign(sum);
  const shareOf = ({ mostKw, missedKw }: MemberMissing) => (way * missedKw) / Math.max(mostKw, LEAST_KW);
  const found: MemberMissing[] = [];
  let restKw = Math.abs(sum);
  for (const member of members.toSorted((one, other) => shareOf(other) - shareOf(one))) {
    if (restKw <= 0 || (shareOf(member) < HALF && restKw <= allowedKw)) break;
    found.push(member);
    restKw -= way * member.missedKw;
  }
  return found;
}

function allowedOf(members: readonly MemberMissing[], { kw, percent }: Tolerance): number {
  // Each error is as likely as any other that is tolerated.
  const errorOf = ({ mostKw }: MemberMissing) => Math.min(kw, Math.max(mostKw, LEAST_KW));
  const variance = sumOf(members.map((member) => errorOf(member) ** 2 / 3 + member.doubtKw ** 2));
  const mostKw = sumOf(members.map((member) => member.mostKw));
  return Math.max(kw, (percent / 100) * mostKw, DEVIATIONS * Math.sqrt(variance));
}
