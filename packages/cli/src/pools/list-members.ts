import type { PoolMember } from '@setpoint/contract';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { timesHere } from '../shell/times-in.ts';

export interface ListedOptions {
  readonly at?: string;
  readonly knownAt?: string;
}

const COLUMNS: Columns<PoolMember> = {
  'SITE ID': ({ siteId }) => siteId,
  NAME: ({ siteName }) => siteName ?? '(removed)',
  FROM: ({ from }) => from,
  TO: ({ to }) => to ?? 'never',
  ROLE: ({ role }) => role,
  RANK: ({ rank }) => String(rank),
  'KW PER S': ({ rampKwPerSecond }) => (rampKwPerSecond === null ? 'at once' : String(rampKwPerSecond)),
};

export async function listMembers(shell: Shell, poolId: string, options: ListedOptions): Promise<void> {
  const members = await collect(shell.client().pools.members(poolId, timesHere(options)));
  shell.print({ poolId, members }, listText(members, COLUMNS, 'The pool has no such members.'));
}
