import { powerText } from '../words/power-text.ts';
import type { MemberRow } from './member-rows.ts';

/** What a visitor of the demonstration may turn on at a site. */
export type SwitchName = 'cutOff' | 'lie';

type Told = Pick<MemberRow, 'because' | 'followedKw' | 'orderedKw' | 'isOnline'>;

/** What became of the share of a site for which something is on. */
export function switchText(name: SwitchName, row: Told): string {
  return name === 'cutOff' ? cutOffText(row) : lieText(row);
}

function cutOffText({ because, followedKw, orderedKw, isOnline }: Told): string {
  // Until its order ends, a signal is divided as before, and the order is the whole share.
  const mayFollowKw = because === 'offline' ? followedKw : orderedKw;
  if (because !== 'offline' && (isOnline || mayFollowKw === 0)) return 'cut off; the service waits for its next report';
  if (mayFollowKw === 0) return 'cut off; its last order has ended, and its share has gone to the others';
  return `cut off; it may still follow ${powerText(mayFollowKw)}, which goes to the others when that order ends`;
}

function lieText({ because }: Told): string {
  if (because !== 'deviating') return 'says that it follows; its meter is judged once it should have followed';
  return 'says that it follows; its meter shows that it does not, and the others give what is missing';
}
