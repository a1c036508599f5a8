import type { PoolMember } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { findPool } from './find-pool.ts';

export interface ListedOptions {
  readonly at?: string;
  readonly knownAt?: string;
}

const HEAD = ['SITE ID', 'NAME', 'FROM', 'TO', 'ROLE', 'RANK', 'KW PER S'];

export async function listMembers(shell: Shell, idOrName: string, { at, knownAt }: ListedOptions): Promise<void> {
  const { pools } = shell.client();
  const { poolId } = await findPool(pools, idOrName);
  const members: PoolMember[] = [];
  for await (const member of pools.members(poolId, { at, knownAt })) members.push(member);
  const rows = members.map(({ siteId, siteName, from, to, role, rank, rampKwPerSecond }) => [
    siteId,
    siteName ?? '(removed)',
    from,
    to ?? 'never',
    role,
    String(rank),
    rampKwPerSecond === null ? 'at once' : String(rampKwPerSecond),
  ]);
  shell.print({ poolId, members }, rows.length === 0 ? 'The pool has no such members.' : tableText(HEAD, rows));
}
