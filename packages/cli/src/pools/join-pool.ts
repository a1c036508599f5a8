import type { PutPoolMemberRequest } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findSite } from '../sites/find-site.ts';
import { findPool } from './find-pool.ts';

export interface JoinOptions {
  readonly from?: string;
  readonly to?: string;
  readonly role?: PutPoolMemberRequest['role'];
  readonly rank?: number;
  readonly ramp?: number;
}

interface Joining {
  readonly poolName: string;
  readonly siteName: string;
  readonly options: JoinOptions;
}

export async function joinPool(shell: Shell, joining: Joining): Promise<void> {
  const { pools, registry } = shell.client();
  const { poolId, poolName } = await findPool(pools, joining.poolName);
  const { siteId, siteName } = await findSite(registry, joining.siteName);
  const { from, to, role, rank, ramp } = joining.options;
  const member = await pools.putMember(poolId, siteId, {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(role === undefined ? {} : { role }),
    ...(rank === undefined ? {} : { rank }),
    ...(ramp === undefined ? {} : { rampKwPerSecond: ramp }),
  });
  const until = member.to === null ? '' : ` until ${member.to}`;
  const text = sentence`${siteName} (${siteId}) is a member of ${poolName} from ${member.from}${until}.`;
  shell.print({ poolId, ...member }, text);
}
