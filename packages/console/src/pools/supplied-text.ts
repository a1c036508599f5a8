import type { PoolFollowing } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';
import { gridPowerText, powerText } from '../words/power-text.ts';
import { missingText } from './missing-text.ts';

type Orders = Pick<
  PoolFollowing['orders'],
  'followed' | 'underway' | 'deviating' | 'unknown' | 'suppliedkW' | 'unknownkW'
>;

/** What is supplied of what the members are asked for, and by how many; what is not known of others is said with it. */
export function suppliedText(orders: Orders | undefined): { readonly value: string; readonly hint: string } {
  if (orders === undefined) return { value: '–', hint: 'being read' };
  const { followed, underway, deviating, unknown, suppliedkW, unknownkW } = orders;
  const known = followed + underway + deviating;
  if (known + unknown === 0) return { value: '–', hint: 'no member is asked for anything' };
  const missing = `${unknown.toLocaleString('en')} of ${known + unknown} cannot be compared (ordered ${gridPowerText(unknownkW)})`;
  if (suppliedkW === null) return { value: '–', hint: missing };
  return {
    value: gridPowerText(suppliedkW),
    hint: `by ${countText(known, 'member')}${underway === 0 ? '' : `, ${underway.toLocaleString('en')} on the way`}${unknown === 0 ? '' : `; ${missing}`}`,
  };
}

// As for the connection point of one site.
const TOLERATED_SHARE = 0.05;

/** What the members give of what they can give, by their meters. */
export function suppliedHint(askedKw: number, suppliedKw: number | null): string {
  if (suppliedKw === null) return 'the members can give all of it';
  const awayKw = Math.abs(suppliedKw - askedKw);
  if (awayKw <= TOLERATED_SHARE * Math.abs(askedKw)) return 'the members give all of it';
  const isTooMuch = askedKw > 0 ? suppliedKw > askedKw : suppliedKw < askedKw;
  return `by the meters, ${powerText(awayKw)} ${isTooMuch ? 'too much' : 'is missing'}`;
}

/** What the members miss of their orders, or give beyond them. */
export function missedHint(orderedKw: number, missedKw: number): string {
  const missed = missingText(missedKw);
  if (missed === null) return '';
  return Math.sign(orderedKw) === -Math.sign(missedKw) ? `${missed} more is given` : `${missed} of that is not given`;
}
