import {
  type BessPlanSegment,
  findCatalogueRow,
  type PlanSegment,
  type PlanStep,
  type SitePlan,
} from '@setpoint/contract';
import { instantText, rangeText } from '../text/instant-text.ts';

/** A plan as sentences that can be read aloud. */
export function planText({ siteName, reportedAt, plan }: SitePlan): string {
  const known =
    reportedAt === null
      ? 'The site never reported, so its ratings and stored energy are not known.'
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
  const issues = segment.issues.map((issue) => `\n    Mind: ${issueText(issue)}.`);
  return `  ${rangeText(segment.from, segment.to)}: ${power}.${reasons}${issues.join('')}`;
}

function powerText({ target, offset, lo, hi }: PlanSegment, own: string): string {
  if (target !== null) return kw(target);
  const moved =
    offset === null || offset === 0 ? own : `${own} ${offset > 0 ? 'plus' : 'minus'} ${kw(Math.abs(offset))}`;
  return `${moved}${boundsText(lo, hi)}`;
}

function boundsText(lo: number | null, hi: number | null): string {
  if (lo === null) return hi === null ? ', unbounded' : `, at most ${kw(hi)}`;
  return hi === null ? `, at least ${kw(lo)}` : `, from ${kw(lo)} to ${kw(hi)}`;
}

function bessText(segment: BessPlanSegment): string {
  if (segment.optimalSocPcnt !== null) return `towards ${segment.optimalSocPcnt} % charge`;
  const isServing = segment.target === null && segment.offset === null;
  return isServing ? 'serves the connection point' : powerText(segment, 'its own mode');
}

function solarText({ hi }: PlanSegment): string {
  return hi === null ? 'as much as there is' : `at most ${kw(hi)}`;
}

function stepText({ source, delta, after }: PlanStep, index: number): string {
  const name = nameOf(source);
  if (index === 0 && delta === after && source.endsWith('/activePowerkW')) return `the setpoint asks for ${kw(after)}`;
  if (index === 0 && source === 'rating') return `the rating is ${kw(after)}`;
  if (delta === 0) return `${name} allows it`;
  return `${name} ${delta > 0 ? 'adds' : 'takes'} ${kw(Math.abs(delta))}, which makes ${kw(after)}`;
}

const NAMES: Readonly<Record<string, string>> = {
  rating: 'the rating',
  'grid/upperLimitkW': 'the upper limit',
  'grid/lowerLimitkW': 'the lower limit',
  'solar/solarCurtailmentPcnt': 'curtailment',
};

export function nameOf(source: string): string {
  const [asset = '', type = ''] = source.split('/');
  return NAMES[source] ?? `the ${findCatalogueRow(asset, type)?.row.meaning ?? source}`;
}

// oxlint-disable-next-line complexity -- one sentence a code
function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  const size = amount === null ? '' : kw(amount);
  switch (code) {
    case 'limits_crossed':
      return `the limits cross by ${size}, and the upper one wins`;
    case 'setpoint_outside_rating':
      return `the setpoint lies ${size} outside the rating`;
    case 'setpoint_clamped':
      return `${size} of what is asked for cannot be had`;
    case 'headroom':
      return `what is booked needs ${size} more room than there is between the limits`;
    case 'headroom_import':
      return `${size} of the import that is booked has no room`;
    case 'headroom_export':
      return `${size} of the export that is booked has no room`;
    case 'afrr_activation_exceeds_booking':
    case 'mfrr_activation_exceeds_booking':
      return `the activation is ${size} larger than what is booked for it`;
    case 'overdetermined':
      return 'the connection point has a setpoint too, so the one of the storage is only a preference';
    case 'energy':
      return `from ${at === undefined ? 'the start' : instantText(at)} on the storage backs ${amount} kWh less than is booked`;
    default:
      return amount === null ? code : `${code} by ${amount}`;
  }
}

function energyText({ from, energy: { knownUntil, violation, unknownBecause } }: SitePlan['plan']): string {
  if (violation !== null) {
    return `Stored energy: from ${instantText(violation.at)} on ${violation.missingkWh} kWh are missing to ${violation.direction} what is booked.`;
  }
  if (knownUntil === null) return 'Stored energy: not known.';
  if (unknownBecause === null) return 'Stored energy: enough for what is booked.';
  const unknown = `from ${instantText(knownUntil)} on it cannot be told, since nothing says what the storage does`;
  return knownUntil <= from ? `Stored energy: ${unknown}.` : `Stored energy: enough for what is booked; ${unknown}.`;
}

function kw(power: number): string {
  return `${Number(power.toFixed(3))} kW`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
