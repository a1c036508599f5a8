import type { Grant } from '@setpoint/contract';

export function grantText({ siteId, can }: Grant): string {
  return `${can} ${siteId ?? 'all sites'}`;
}
