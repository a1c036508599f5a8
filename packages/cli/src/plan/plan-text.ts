import type { BessPlanSegment, PlanSegment, PlanStep, SitePlan } from '@setpoint/contract';
import { instantText, rangeText } from '../text/instant-text.ts';
import { kilowattText } from '../text/kilowatt-text.ts';
import { sourceName } from './source-name.ts';

/** A plan in sentences. */
export function planText({ siteName, reportedAt, plan }: SitePlan): string {
  const known =
    reportedAt === null
      ? 'The site has never reported, so its ratings and stored energy are unknown.'
      : `Ratings and stored energy are those reported at ${instantText(reportedAt)}.`;
  return [
    `The plan of ${siteName}, ${rangeText(plan.from, plan.to)} UTC. ${known}`,
    '',
    'Connection point (import is positive)',
    ...plan.grid.map((segment) => segmentText(segment, powerText(segment, "the site's own operation"))),
    '',
    'Storage (discharging is positive)',
    ...plan.bess.map((segment) => segmentText(segment, bessText(segment))),
    '',
    'Solar',
    ...plan.solar.map((segment) => segmentText(segment, solarText(segment))),
    '',
    energyText(plan),
  ].join('\n');
}

function segmentText(segment: PlanSegment, power: string): string {
  const reasons = segment.because.length === 0 ? '' : ` ${capital(segment.because.map(stepText).join('; '))}.`;
  const issues = segment.issues.map((issue) => `\n    Note: ${issueText(issue)}.`);
  return `  ${rangeText(segment.from, segment.to)}: ${power}.${reasons}${issues.join('')}`;
}

function powerText({ target, offset, lo, hi }: PlanSegment, own: string): string {
  if (target !== null) return kilowattText(target);
  const moved =
    offset === null || offset === 0 ? own : `${own} ${offset > 0 ? 'plus' : 'minus'} ${kilowattText(Math.abs(offset))}`;
  return `${moved}${boundsText(lo, hi)}`;
}

function boundsText(lo: number | null, hi: number | null): string {
  if (lo === null) return hi === null ? ', unbounded' : `, at most ${kilowattText(hi)}`;
  return hi === null ? `, at least ${kilowattText(lo)}` : `, from ${kilowattText(lo)} to ${kilowattText(hi)}`;
}

function bessText(segment: BessPlanSegment): string {
  if (segment.optimalSocPcnt !== null) return `towards ${segment.optimalSocPcnt} % state of charge`;
  const isServing = segment.target === null && segment.offset === null;
  return isServing ? 'serves the connection point' : powerText(segment, 'its own operation');
}

function solarText({ hi }: PlanSegment): string {
  return hi === null ? 'as much as is available' : `at most ${kilowattText(hi)}`;
}

function stepText({ source, delta, after, order }: PlanStep, index: number): string {
  if (order !== undefined) return orderText(order, delta, after);
  const name = sourceName(source);
  if (index === 0 && delta === after && source.endsWith('/activePowerkW'))
    return `the setpoint is ${kilowattText(after)}`;
  if (index === 0 && source === 'rating') return `the rating is ${kilowattText(after)}`;
  if (delta === 0) return `${name} allows it`;
  return movedText(name, delta, after);
}

function movedText(name: string, delta: number, after: number): string {
  return `${name} ${delta > 0 ? 'adds' : 'subtracts'} ${kilowattText(Math.abs(delta))}, which makes ${kilowattText(after)}`;
}

type Order = NonNullable<PlanStep['order']>;

function orderText({ poolId, service, sequence, validUntil }: Order, delta: number, after: number): string {
  const kind = service === 'afrr' ? 'aFRR' : 'mFRR';
  const name = `the ${kind} order of the pool ${poolId} (signal ${sequence}, until ${instantText(validUntil)})`;
  return delta === 0 ? `${name} asks for nothing` : movedText(name, delta, after);
}

function energyText({ from, energy: { knownUntil, violation, unknownBecause } }: SitePlan['plan']): string {
  if (violation !== null) {
    return `Stored energy: from ${instantText(violation.at)} on, ${violation.missingkWh} kWh are missing to ${violation.direction} what is booked.`;
  }
  if (knownUntil === null) return 'Stored energy: unknown.';
  if (unknownBecause === null) return 'Stored energy: enough for what is booked.';
  const unknown = `from ${instantText(knownUntil)} on it is unknown, because the storage has no target`;
  return knownUntil <= from ? `Stored energy: ${unknown}.` : `Stored energy: enough for what is booked; ${unknown}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// oxlint-disable-next-line complexity -- one sentence a code
function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  const size = amount === null ? '' : kilowattText(amount);
  switch (code) {
    case 'limits_crossed':
      return `the upper limit is ${size} below the lower one; the upper one applies`;
    case 'setpoint_outside_rating':
      return `the setpoint is ${size} beyond the rating`;
    case 'setpoint_clamped':
      return `the setpoint is missed by ${size}`;
    case 'headroom':
      return `the bookings need ${size} more room than there is between the limits`;
    case 'headroom_import':
      return `there is no room for ${size} of the booked import`;
    case 'headroom_export':
      return `there is no room for ${size} of the booked export`;
    case 'afrr_activation_exceeds_booking':
    case 'mfrr_activation_exceeds_booking':
      return `the activation is ${size} larger than its booking`;
    case 'overdetermined':
      return 'the connection point has a setpoint too; that of the storage is only a preference';
    case 'energy':
      return `from ${at === undefined ? 'the start' : instantText(at)} on, the stored energy is ${amount} kWh less than the bookings need`;
    default:
      return amount === null ? code : `${code} by ${amount}`;
  }
}
