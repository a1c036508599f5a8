import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import {
  awayFromSetpoint,
  type EntryFacts,
  entryFactsOf,
  FOLLOWING_ASSETS,
  type FollowingAsset,
  heldSince,
  isSetpointMissed,
  type Measurement,
  type MissedSetpoint,
  ratingsOf,
  type SetpointsToKeep,
  setpointsToKeep,
  type Tolerance,
} from '@setpoint/core';
import type { KnownRejection } from '../../delivery/stored-rejection.ts';
import type { StoredLimitation } from '../../delivery/stored-limitation.ts';
import { loadHolds } from '../../sites/load-holds.ts';
import { readAssets } from '../../sites/read-assets.ts';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';

/** How far assets may be from their setpoints, and how long they may take to reach one. */
export type Tolerances = Readonly<Record<FollowingAsset, Tolerance>>;

/** How the setpoints of a site are watched. */
export interface SetpointWatch {
  readonly tolerances: Tolerances;
  /** Whether a pool asks, or asked within the last ramp, for something: how that is followed, the pool says. */
  readonly isOrdered: boolean;
}

/** What is kept from report to report. */
export interface WatchedSetpoints {
  readonly keep: SetpointsToKeep;
  readonly away: readonly MissedSetpoint[];
}

/** A report, as far as it shows whether setpoints are followed. */
export interface SetpointReport {
  readonly siteId: SiteId;
  readonly now: number;
  readonly measurements: readonly Measurement[];
  /** What the controller itself says that it does not do, or in part. */
  readonly rejected: readonly KnownRejection[];
  readonly limited: readonly StoredLimitation[];
}

/** Holds a report against the setpoints in force, whatever the controller says of them. */
export function watchSetpoints(
  { keep, away }: WatchedSetpoints,
  { now, measurements, rejected, limited }: SetpointReport,
): { readonly watched: WatchedSetpoints; readonly missed: readonly MissedSetpoint[] } {
  const isRejected = (asset: FollowingAsset) => rejected.some((one) => one.asset === asset);
  const isLimited = (asset: FollowingAsset) => limited.some((one) => one.asset === asset);
  const seen = FOLLOWING_ASSETS.flatMap((asset): MissedSetpoint[] => {
    const [setpoint, measured] = [keep.assets[asset], measurements.find((one) => one.asset === asset)];
    if (setpoint === undefined || measured?.powerKw == null) return [];
    // One that is rejected may begin to be followed at any time: it counts from the last report that rejects it.
    const before = isRejected(asset) ? undefined : away.find((one) => one.asset === asset);
    const found = awayFromSetpoint(before, setpoint, { asset, powerKw: measured.powerKw, now });
    return found === undefined ? [] : [found];
  });
  const missed = seen.filter((one) => {
    const setpoint = keep.assets[one.asset];
    // A limit that is said no more explains nothing from then on, though it was missed all the time.
    return setpoint !== undefined && !isLimited(one.asset) && isSetpointMissed(one, setpoint, now);
  });
  return { watched: { keep, away: seen }, missed };
}

const commandsOfSite = readBy('set_command', ['siteId'], ['asset', 'type', 'text', 'firstSet', 'clientId']);

/** The setpoints that a site is to reach now. */
export async function readSetpoints(
  tx: Tx,
  { siteId, now, tolerances }: { readonly siteId: SiteId; readonly now: number; readonly tolerances: Tolerances },
): Promise<SetpointsToKeep> {
  const rows = await tx.all(commandsOfSite, { siteId });
  if (!rows.some(({ type }) => type === 'activePowerkW')) return { assets: {}, untilMs: null };
  const holds = await loadHolds(tx, siteId);
  const commands = new Map<PairName, readonly EntryFacts[]>();
  for (const row of rows) {
    const pair = pairName(row);
    if (heldSince(holds, { pair, clientId: row.clientId }) === null) commands.set(pair, entryFactsOf(row));
  }
  return setpointsToKeep({ commands, ratings: ratingsOf(await readAssets(tx, siteId)), tolerances, now });
}
