import type { AuthorityHolder } from './schema.ts';

/** By what somebody or something can command a site, for people; the pools are named by the others of the list. */
export function wayText(
  { kind, through, poolId, role, groupName }: AuthorityHolder,
  holders: readonly AuthorityHolder[],
): string {
  if (kind === 'pool') return 'the site is a member';
  if (kind === 'key') return 'the controller of the site';
  const poolName = holders.find(({ id }) => id === poolId)?.name ?? poolId;
  const places = {
    site: 'the site',
    pool: `the pool ${poolName}`,
    all_sites: 'all sites',
    scope: 'fleet:admin, to hold',
  };
  const what = role === undefined ? places[through] : `${role} of ${places[through]}`;
  return groupName === undefined ? what : `${what}, in the group ${groupName}`;
}
