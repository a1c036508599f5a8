import type { Reason } from '../sites/attention.ts';
import { countText } from '../words/count-text.ts';
import { shortIssueText } from '../words/issue-text.ts';
import { shortTroubleText } from '../words/trouble-text.ts';
import type { AttentionGroup } from './group-attention.ts';

const TITLES: Readonly<Partial<Record<Reason, string>>> = {
  unreachable: 'offline, and without what was set since',
  offline: 'offline',
  rejected: 'with rejected commands',
  behind: 'not in sync',
  deviating: 'off the plan',
  limited: 'with commands served in part only',
  never: 'that never reported',
  held: 'held',
};

/** What a group has in common, such as "12 sites held". */
export function groupTitle({ reason, key, sites }: Pick<AttentionGroup, 'reason' | 'key' | 'sites'>): string {
  const count = countText(sites.length, 'site');
  if (key === 'issue:energy') return `${countText(sites.length, 'storage')} short of energy or room`;
  const [, code = ''] = key.split(':');
  if (reason === 'trouble') return `${count}: ${shortTroubleText(code)}`;
  if (reason === 'issue') return `${count}: ${shortIssueText(code)}`;
  return `${count} ${TITLES[reason] ?? reason}`;
}
