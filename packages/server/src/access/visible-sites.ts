import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, parseSiteId, type SiteId } from '@setpoint/contract';
import type { Caller } from '../identity/caller.ts';
import { type Identity, isVisibleSite } from './authorize.ts';

const CHECKED_PER_TURN = 50;

/** The sites that a body names, all of which the caller can see. */
export async function visibleSitesOrThrow(
  identity: Identity,
  caller: Caller,
  named: readonly string[],
): Promise<SiteId[]> {
  const siteIds: SiteId[] = [];
  const seen = new Set<SiteId>();
  for (const [index, text] of named.entries()) {
    // Others are served in between.
    if (index % CHECKED_PER_TURN === CHECKED_PER_TURN - 1) await nextTurn();
    const siteId = parseSiteId(text);
    if (siteId === undefined || !(await isVisibleSite(identity, caller, siteId))) {
      throw new AppError('not_found', `there is no such site: ${text.slice(0, 40)}`);
    }
    if (seen.has(siteId)) throw new AppError('bad_request', `siteIds[${index}]: ${siteId} is named twice`);
    seen.add(siteId);
    siteIds.push(siteId);
  }
  return siteIds;
}
