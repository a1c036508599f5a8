import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findSite } from '../sites/find-site.ts';
import { findPool } from './find-pool.ts';

export async function leavePool(shell: Shell, pool: string, site: string): Promise<void> {
  const { pools, registry } = shell.client();
  const { poolId, poolName } = await findPool(pools, pool);
  const { siteId, siteName } = await findSite(registry, site);
  await pools.removeMember(poolId, siteId);
  shell.print(
    { poolId, siteId, isMember: false },
    sentence`${siteName} (${siteId}) is no member of ${poolName} any more.`,
  );
}
