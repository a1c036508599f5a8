import type { MemberRoleName, Pool } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';
import { timesIn } from '../shell/times-in.ts';

export interface JoinOptions {
  readonly from?: string;
  readonly to?: string;
  readonly role?: MemberRoleName;
  readonly rank?: number;
  readonly ramp?: number;
}

interface Joining {
  readonly site: string;
  readonly options: JoinOptions;
}

export async function joinPool(shell: Shell, { poolId, poolName }: Pool, { site, options }: Joining): Promise<void> {
  const client = shell.client();
  const { siteId, siteName, timeZone } = await findOne(shell, 'site', site);
  const { ramp, ...rest } = timesIn(options, timeZone);
  const wanted = { ...rest, ...(ramp === undefined ? {} : { rampKwPerSecond: ramp }) };
  const member = await client.pools.putMember(poolId, siteId, wanted);
  const until = member.to === null ? '' : ` until ${member.to}`;
  const text = sentence`${siteName} (${siteId}) is a member of ${poolName} from ${member.from}${until}.`;
  shell.print({ poolId, ...member }, text);
}
