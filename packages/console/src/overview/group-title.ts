import { countText } from '../words/count-text.ts';
import { withProblem } from '../words/with-problem.ts';
import type { AttentionGroup } from './group-attention.ts';

/** What a group has in common, such as "12 sites held". */
export function groupTitle({ key, sites }: Pick<AttentionGroup, 'key' | 'sites'>): string {
  if (key === 'issue:energy') return `${countText(sites.length, 'storage')} short of energy or room`;
  return withProblem(countText(sites.length, 'site'), key);
}
