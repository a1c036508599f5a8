import { powerText } from '../words/power-text.ts';
import type { MemberRow } from './member-rows.ts';

/** What became of the share of a site that a visitor cut off. */
export function switchText({ because, followedKw }: Pick<MemberRow, 'because' | 'followedKw'>): string {
  if (because !== 'offline') return 'cut off; the service waits for its next report';
  if (followedKw === 0) return 'cut off; its last order has ended, and its share has gone to the others';
  return `cut off; it may still follow ${powerText(followedKw)}, which goes to the others when that order ends`;
}
