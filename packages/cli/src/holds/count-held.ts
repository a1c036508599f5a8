import type { SetpointClient } from '@setpoint/client';
import type { MakeHoldRequest } from '@setpoint/contract';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';
import { coveredBy, type MakeHoldOptions } from './make-hold.ts';

/** How many sites a hold would cover; nothing is held. */
export async function countHeld(shell: Shell, options: MakeHoldOptions): Promise<void> {
  const covered = await coveredBy(shell, options);
  const sites = await sitesOf(shell.client(), covered);
  const most = covered.clientId === undefined ? '' : 'at most ';
  const why = covered.clientId === undefined ? '' : ', those that the client has a grant of';
  const part = covered.asset === undefined ? '' : `${covered.asset} of `;
  const text = `This would hold ${most}${part}${countText(sites, 'site')}${why}. Nothing is held: this was a dry run.`;
  shell.print({ isDryRun: true, ...covered, sites }, text);
}

async function sitesOf(service: SetpointClient, { siteId, poolId, clientId }: MakeHoldRequest): Promise<number> {
  if (siteId !== undefined) return (await service.registry.readSite(siteId)).siteId === siteId ? 1 : 0;
  if (poolId !== undefined) return (await service.pools.read(poolId)).memberCount;
  if (clientId === undefined) return allSites(service);
  const { grants } = await service.registry.readClient(clientId);
  if (grants.some(({ allSites: isForAll }) => isForAll === true)) return allSites(service);
  const granted = new Set(grants.flatMap((grant) => grant.siteId ?? []));
  for (const { poolId: pool } of grants) {
    if (pool === undefined) continue;
    const members = await collect(service.pools.members(pool, { at: new Date().toISOString() }));
    for (const member of members) granted.add(member.siteId);
  }
  return granted.size;
}

async function allSites({ overview }: SetpointClient): Promise<number> {
  let count = 0;
  for await (const { sites } of overview.pages()) count += sites.length;
  return count;
}
