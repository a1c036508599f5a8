import type { Grant } from '@setpoint/contract';

export function grantText({ siteId, poolId, can, endsAt }: Grant): string {
  return `${can} ${siteId ?? (poolId === undefined ? 'all sites' : `the pool ${poolId}`)}${endsAt === undefined ? '' : ` until ${endsAt}`}`;
}
