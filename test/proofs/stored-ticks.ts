import { type PoolId, type SiteId } from '@setpoint/contract';
import { type Allocation, HINDRANCES, packShares } from '@setpoint/core';
import { goesOnAsBefore } from '@setpoint/server/testing/rooms/pools';
import { type LastOrders, lastOrders } from '@setpoint/server/testing/rooms/pools';
import { siteIdsText, type DivisionRow, divisionFromRow } from '@setpoint/server/testing/rooms/pools';
import type { Tx } from '@setpoint/server/testing/rooms/store';
import type { Played } from './pool-tick-faults.ts';

const POOL = 'p' as string as PoolId;

interface Divided {
  readonly siteIds: readonly string[];
  readonly played: Played;
  readonly given: Allocation;
  readonly validUntil: number;
}

interface Kept {
  readonly isKept: boolean;
  readonly misread: readonly string[];
}

/** The rows of a pool as the store has them, and what the service makes of them, held against what was told. */
export interface StoredTicks {
  /** A new signal: always a row. */
  take(divided: Divided): Promise<Kept>;
  /** The last signal again: a row where somebody has to be told something. */
  divideAgain(divided: Divided): Promise<Kept>;
}

export function createStoredTicks(): StoredTicks {
  const rows: DivisionRow[] = [];
  const tx = txOver(rows);
  const read = ({ played: { at } }: Divided) => lastOrders(tx, { poolId: POOL, at });
  return {
    async take(divided) {
      const misread = misreadFaults(divided, await read(divided));
      rows.push(rowOf(divided, { sequence: (rows.at(-1)?.sequence ?? 0) + 1, round: 0 }));
      return { isKept: true, misread };
    },
    async divideAgain(divided) {
      const known = await read(divided);
      const last = rows.at(-1);
      if (last === undefined) throw new Error('nothing was divided yet');
      const isKept = !goesOnAsBefore(divisionFromRow(last), divided.given);
      const misread = [...misreadFaults(divided, known), ...wronglyKept(divided, { isKept, last })];
      if (isKept) rows.push(rowOf(divided, { sequence: last.sequence, round: last.round + 1 }));
      return { isKept, misread };
    },
  };
}

function rowOf(
  { siteIds, played, given, validUntil }: Divided,
  named: { readonly sequence: number; readonly round: number },
): DivisionRow {
  return {
    ...named,
    at: played.at,
    validUntil,
    watts: played.watts,
    shortfallWatts: given.shortfallWatts,
    surplusWatts: given.surplusWatts,
    shares: packShares(given.shares),
    siteIds: siteIdsText(siteIds as readonly SiteId[]),
    askedBy: null,
    sent: null,
    holding: null,
    clientName: null,
    kind: null,
    through: null,
  };
}

/** Each member has the last order that it was told of, and no other. */
function misreadFaults({ siteIds, played: { lasts } }: Divided, { orders }: LastOrders): string[] {
  return siteIds.flatMap((siteId, place) => {
    const [told, read] = [lasts[place], orders.get(siteId as SiteId)];
    const isSame = told?.watts === read?.watts && told?.at === read?.at && told?.validUntil === read?.validUntil;
    return isSame ? [] : [`the last order is read as ${JSON.stringify(read)}, told was ${JSON.stringify(told)}`];
  });
}

const NOT_THERE = { because: null, misses: 0 };

/** A division is kept where it is news to a member or to whoever asked, and only then. */
function wronglyKept(
  { siteIds, played, given, validUntil }: Divided,
  { isKept, last }: { readonly isKept: boolean; readonly last: DivisionRow },
): string[] {
  const before = divisionFromRow(last).shares;
  const isNews = given.shares.some((share, place) => {
    const was = before.get(share.siteId as SiteId) ?? NOT_THERE;
    // Who takes part now, and who does not any more, is told too, and where a ramp begins is read from the row.
    if (takesPartOtherwise(share.because, was.because) || (share.misses ?? 0) !== (was.misses ?? 0)) return true;
    return needsOrder(share, played.lasts[place], validUntil);
  });
  const isMissing = given.shortfallWatts !== last.shortfallWatts;
  const isEnded = [...divisionFromRow(last).shares].some(([siteId, { follows }]) => {
    return follows !== 0 && given.shares[siteIds.indexOf(siteId)]?.follows !== follows;
  });
  if ((isNews || isMissing) && !isKept) return ['what is news was not kept'];
  return isKept && !isNews && !isMissing && !isEnded ? ['what is no news was kept'] : [];
}

function needsOrder(
  { watts, follows }: Pick<Allocation['shares'][number], 'watts' | 'follows'>,
  told: Played['lasts'][number],
  validUntil: number,
): boolean {
  const ends = told === undefined || told.watts === 0 ? validUntil : told.validUntil;
  return watts + follows !== (told?.watts ?? 0) || (watts !== 0 && ends !== validUntil);
}

function takesPartOtherwise(because: string | null, was: string | null): boolean {
  return because !== was && because !== 'offline' && [because, was].some((one) => HINDRANCES.has(one));
}

/** Answers `readDivisions` alone, which asks for the latest up to one. */
function txOver(rows: readonly DivisionRow[]): Tx {
  const all = async (_: unknown, { upTo, round, limit }: { upTo: number; round: number; limit: number }) => {
    const found: DivisionRow[] = [];
    for (let index = rows.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const row = rows[index];
      if (row !== undefined && (row.sequence < upTo || (row.sequence === upTo && row.round <= round))) found.push(row);
    }
    return found;
  };
  return { all } as never;
}
