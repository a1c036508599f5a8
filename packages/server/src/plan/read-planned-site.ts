import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import { heldSince } from '@setpoint/core';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import { loadHolds } from '../sites/load-holds.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';

/** A site with what of its schedule is held. */
export interface PlannedSite extends StoredSite {
  readonly held: ReadonlySet<PairName>;
}

const ownedPairs = readBy('set_command', ['siteId'], ['asset', 'type', 'clientId']);

/** What the plan of a site follows from. */
export async function readPlannedSite(tx: Tx, { siteId }: { siteId: SiteId }): Promise<PlannedSite | undefined> {
  const site = await readSite(tx, { siteId });
  if (site === undefined) return undefined;
  return { ...site, held: await heldPairsOf(tx, siteId) };
}

/** What of a site's schedule is held. */
export async function heldPairsOf(tx: Tx, siteId: SiteId): Promise<ReadonlySet<PairName>> {
  const holds = await loadHolds(tx, siteId);
  const held = new Set<PairName>();
  // Mostly nothing is held.
  for (const row of holds.length === 0 ? [] : await tx.all(ownedPairs, { siteId })) {
    const pair = pairName(row);
    if (heldSince(holds, { pair, clientId: row.clientId }) !== null) held.add(pair);
  }
  return held;
}

/** All of a site that its plan follows from, to tell whether it was planned before. */
export function planFacts(site: PlannedSite): readonly unknown[] {
  const { siteId, siteName, version, stateHash, reportedAt, assets, held } = site;
  return [siteId, siteName, version, stateHash, reportedAt, assets, [...held]];
}
