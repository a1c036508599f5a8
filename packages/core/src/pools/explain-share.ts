import { findPair, type PoolServiceName } from '@setpoint/contract';
import { instantText } from '../time/instant-text.ts';
import type { PackedShare } from './pack-shares.ts';
import { WATTS_PER_KW } from './member-capacity.ts';

export interface ExplainedShare {
  readonly service: PoolServiceName;
  readonly sequence: number;
  readonly at: number;
  readonly validUntil: number;
  readonly share: PackedShare;
  /** The signal as a whole, for those who may know it. */
  readonly signal?: ExplainedSignal | undefined;
}

export interface ExplainedSignal {
  readonly poolName: string;
  readonly watts: number;
  readonly shortfallWatts: number;
  readonly memberCount: number;
  /** How often it had been divided before. */
  readonly round: number;
}

/** What a site was asked for, by which signal, and why that much, in sentences. */
export function explainShare(order: ExplainedShare): string {
  const sentences = [
    askedText(order),
    reasonText(order),
    ...(order.signal === undefined ? [] : signalTexts(order.signal)),
  ];
  return sentences.join(' ');
}

function askedText({ service, sequence, at, validUntil, share: { watts, because } }: ExplainedShare): string {
  const of = `signal ${sequence} for ${serviceName(service)}, divided at ${instantText(at)}`;
  if (because === 'offline') return `The site could not be reached, so it got no order of ${of}.`;
  const what = watts === 0 ? 'nothing' : powerText(watts);
  return `The site was asked for ${what} until ${instantText(validUntil)}: its share of ${of}.`;
}

// oxlint-disable-next-line complexity -- one sentence a reason
function reasonText({ service, share: { watts, follows, misses = 0, because } }: ExplainedShare): string {
  switch (because) {
    case null:
      return watts === 0 ? 'No more was needed of it.' : 'It could have given more; no more was needed of it.';
    case 'offline':
      return follows === 0 ? 'It had no earlier order that went on.' : followsText(follows);
    case 'held':
      return `It was held, so it took no part.${follows === 0 ? '' : ` It could not be reached, so it was not notified. ${followsText(follows)}`}`;
    case 'behind':
      return `It had not applied its schedule for too long, so it took no part.${follows === 0 ? '' : ` ${followsText(follows)}`}`;
    case 'rejecting':
      return `Its controller rejects activations of ${serviceName(service)}, so it took no part.`;
    case 'clock':
      return 'Its clock was off by more than a second, or not known yet, so it took no part.';
    case 'deviating':
      return `It does not follow its orders${misses === 0 ? '' : `: the others are asked for ${powerText(misses)} in its place`}.`;
    case 'rejected':
      return `Its controller rejects its booking for ${serviceName(service)}, so it has none.`;
    case 'energy':
      return 'More was not possible: its storage is almost full or empty.';
    case 'ramp':
      return `It was on its way, as fast as it changes its power: no other power was possible yet.${misses === 0 ? '' : ` It still gave ${powerText(-misses)}.`}`;
    case 'rating':
      return 'More was not possible: this is all that the ratings of its devices leave.';
    default:
      return `More was not possible: this is all that is left by its ${findPair(because)?.row.meaning ?? because}.`;
  }
}

function followsText(follows: number): string {
  return `It may still have followed an earlier order, ${powerText(follows)}, until that ended; this counts as its share.`;
}

function* signalTexts({ poolName, watts, shortfallWatts, memberCount, round }: ExplainedSignal): Generator<string> {
  const members = memberCount === 1 ? '1 member' : `${memberCount} members`;
  yield `The pool ${poolName} was asked for ${watts === 0 ? 'nothing' : powerText(watts)}, of ${members} together.`;
  if (round > 0) yield `By then the signal had been divided again ${round === 1 ? 'once' : `${round} times`}.`;
  if (shortfallWatts !== 0) yield `Nobody could give ${powerText(shortfallWatts)} of it.`;
}

function powerText(watts: number): string {
  return `${Math.abs(watts) / WATTS_PER_KW} kW of ${watts < 0 ? 'export' : 'import'}`;
}

function serviceName(service: PoolServiceName): string {
  return service === 'afrr' ? 'aFRR' : 'mFRR';
}
