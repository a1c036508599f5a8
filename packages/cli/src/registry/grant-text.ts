import type { Grant } from '@setpoint/contract';

export function grantText({ siteId, can, endsAt }: Grant): string {
  return `${can} ${siteId ?? 'all sites'}${endsAt === undefined ? '' : ` until ${endsAt}`}`;
}
