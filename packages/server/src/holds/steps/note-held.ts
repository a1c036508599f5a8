import { holdRows } from '../../sites/hold-rows.ts';
import type { Tx } from '../../store/tx.ts';
import { type HeldSites } from './held-sites.ts';

/** Notes on the commands that a hold covers since when any hold has covered them. */
export function noteHeld(tx: Tx, { holdId, siteIds }: HeldSites): Promise<void> {
  return tx.run(holdRows.noteHeld, { holdId, siteIds: JSON.stringify(siteIds) });
}

/** Notes on the commands that were held and that no hold covers any more when they were released, and by which version. */
export function noteReleased(tx: Tx, { siteIds, now }: HeldSites): Promise<void> {
  return tx.run(holdRows.noteReleased, { siteIds: JSON.stringify(siteIds), now });
}
