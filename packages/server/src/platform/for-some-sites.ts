import type { SiteId } from '@setpoint/contract';

export interface SitesInTurn {
  readonly siteIds: readonly SiteId[];
  /** How many are under way together: they share a commit. */
  readonly atOnce: number;
  /** A site that has not had its turn by then has it in the next step. */
  readonly mostMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Does something for one site after another; what fails for one is thrown when all have had their turn. */
export async function forSomeSites(turns: SitesInTurn, act: (siteId: SiteId) => Promise<void>): Promise<void> {
  const { siteIds, atOnce, mostMs, signal } = turns;
  const endsAt = performance.now() + mostMs;
  const failures: unknown[] = [];
  for (let at = 0; at < siteIds.length; at += atOnce) {
    if (signal?.aborted === true || performance.now() >= endsAt) break;
    const acts = siteIds.slice(at, at + atOnce).map((siteId) => act(siteId));
    for (const one of await Promise.allSettled(acts)) if (one.status === 'rejected') failures.push(one.reason);
  }
  if (failures.length > 0) throw failures[0];
}
