import type { AuthorityGrant, SiteAuthority } from '@setpoint/contract';

/** By what somebody can command a site, for people. */
export function wayText(
  { through, poolId, groupId, role }: AuthorityGrant,
  { pools, groups }: Pick<SiteAuthority, 'pools' | 'groups'>,
): string {
  const poolName = pools.find((pool) => pool.poolId === poolId)?.poolName ?? poolId;
  const places = {
    site: 'this site',
    pool: `the pool ${poolName}`,
    all_sites: 'all sites',
    scope: 'the scope fleet:admin',
  };
  const what = role === undefined ? places[through] : `${role} of ${places[through]}`;
  const groupName = groups.find((group) => group.groupId === groupId)?.groupName ?? groupId;
  return groupId === undefined ? what : `${what}, in the group ${groupName}`;
}
