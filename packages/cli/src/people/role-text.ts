import type { GivenRole } from '@setpoint/contract';

export function roleText({ role, siteId, poolId, endsAt }: GivenRole): string {
  const where = siteId ?? (poolId === undefined ? 'all sites' : `the pool ${poolId}`);
  return `${role} of ${where}${endsAt === undefined ? '' : ` until ${endsAt}`}`;
}
