import type { SiteFacts } from './site-facts.ts';

export type SiteState = 'in_sync' | 'partial' | 'pending' | 'unreachable';

type SyncFacts = Pick<SiteFacts, 'version' | 'appliedVersion' | 'isOnline'> & { readonly rejected: ArrayLike<unknown> };

export function siteState({ version, appliedVersion, rejected, isOnline }: SyncFacts): SiteState {
  if (appliedVersion === version) return rejected.length === 0 ? 'in_sync' : 'partial';
  return isOnline ? 'pending' : 'unreachable';
}
