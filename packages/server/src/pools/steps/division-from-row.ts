import type { Fields } from '../../store/fields.ts';
import type { Actor, SiteId } from '@setpoint/contract';
import { type PackedShare, unpackShares } from '@setpoint/core';
import { actorFrom } from '../../trail/actor-from.ts';
import { fromStoredBytes } from '../../store/values/stored-bytes.ts';

/** A signal as it was divided. */
export interface StoredDivision {
  /** That of its orders: it grows with each signal of the pool. */
  readonly sequence: number;
  /** The sequence that it was sent with. */
  readonly sent: number;
  /** From which seat it was sent; null where there was none. */
  readonly holding: number | null;
  /** Where it took another signal back: taking it back goes to a signal below this sequence. */
  readonly goesBackBelow: number | null;
  /** How often it was divided before. */
  readonly round: number;
  readonly at: number;
  readonly validUntil: number;
  readonly watts: number;
  readonly shortfallWatts: number;
  readonly surplusWatts: number;
  readonly shares: ReadonlyMap<SiteId, PackedShare>;
  /** Who asked for it; null where that was not noted, or was removed. */
  readonly actor: Actor | null;
}

export interface DivisionRow
  extends Omit<Fields<'pool_tick'>, 'poolId' | 'roster'>, Pick<Fields<'pool_roster'>, 'siteIds'> {
  readonly clientName: string | null;
  readonly kind: string | null;
  readonly through: string | null;
}

export function divisionFromRow(row: DivisionRow): StoredDivision {
  const { sequence, round, at, validUntil, watts, shortfallWatts, surplusWatts, kind, through } = row;
  const actor = actorFrom({ id: row.askedBy, name: row.clientName, kind, through });
  const { sent, holding, goesBackBelow } = row;
  const place = { sequence, sent: sent ?? sequence, holding, goesBackBelow, round };
  const shares = sharesBySite(siteIdsOf(row.siteIds), unpackShares(fromStoredBytes(row.shares)));
  return { ...place, at, validUntil, watts, shortfallWatts, surplusWatts, shares, actor };
}

/** Whose each share is, by its place. */
export function sharesBySite(siteIds: readonly SiteId[], shares: readonly PackedShare[]) {
  return new Map(
    siteIds.flatMap((siteId, index) => {
      const share = shares[index];
      return share === undefined ? [] : [[siteId, share] as const];
    }),
  );
}

/** Ids side by side. */
export function siteIdsText(siteIds: readonly SiteId[]): string {
  return siteIds.join('');
}

/** Whose place a site has in such a text; -1 if it is not there. */
export function placeInRoster(text: string, siteId: SiteId): number {
  const at = text.indexOf(siteId);
  return at === -1 ? -1 : at / ID_LENGTH;
}

const ID_LENGTH = 36;

function siteIdsOf(text: string): SiteId[] {
  const ids: SiteId[] = [];
  for (let at = 0; at < text.length; at += ID_LENGTH) ids.push(text.slice(at, at + ID_LENGTH) as SiteId);
  return ids;
}
