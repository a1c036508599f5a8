import type { Asset, ImplausibleReason, SiteId } from '@setpoint/contract';
import {
  appliedVersionOf,
  type BeyondLimit,
  type LimitsToKeep,
  type Measurement,
  type MissedSetpoint,
  revisionOf,
} from '@setpoint/core';
import type { StoredLimitation } from '../../delivery/stored-limitation.ts';
import type { KnownRejection } from '../../delivery/stored-rejection.ts';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import type { Tx } from '../../store/tx.ts';
import { watchPowers } from './watch-powers.ts';
import type { SetpointWatch } from './watch-setpoints.ts';
import { watchSite } from './watch-site.ts';

/** A report that counts, as far as what it measured is judged. */
interface MeasuredReport {
  readonly siteId: SiteId;
  readonly now: number;
  readonly revision: string | null;
  readonly rejected: readonly KnownRejection[];
  readonly limited?: readonly StoredLimitation[];
  readonly devices?: { readonly assets: string; readonly ratings: string };
  readonly measurements: readonly Measurement[];
  /** How setpoints are watched; they are not, if left out. */
  readonly watch?: SetpointWatch | undefined;
}

interface WatchedSite {
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
  readonly watched: string | null;
  readonly ratings: string | null;
  readonly watched_powers: string | null;
}

interface ReportWatched {
  readonly watched: string | null;
  readonly watchedPowers: string | null;
  readonly exceeded?: BeyondLimit | undefined;
  readonly missed: readonly MissedSetpoint[];
  readonly suspected?: ImplausibleReason | undefined;
}

/** Holds what a report measured against the limits and setpoints in force, and against itself. */
export async function watchReport(tx: Tx, report: MeasuredReport, site: WatchedSite): Promise<ReportWatched> {
  const { siteId, now, devices, measurements } = report;
  const powerOf = (asset: Asset): number | null => measurements.find((one) => one.asset === asset)?.powerKw ?? null;
  const [gridKw, bessKw] = [powerOf('grid'), powerOf('bess')];
  const { limits, ...seenOfSite } = await watchSite(tx, { limited: [], ...report }, site);
  // Left out, they are as they were: nothing moved.
  const isMeasured = devices !== undefined && gridKw !== null && bessKw !== null;
  if (!isMeasured) return { ...seenOfSite, watchedPowers: devices === undefined ? site.watched_powers : null };
  const powers = { gridKw, bessKw, ratedKw: ratedOf(devices.assets) };
  const isFree = carriesOutStorage(report, site) && !isAtLimit(gridKw, limits);
  const seen = await watchPowers(tx, { siteId, now, powers, isFree }, site);
  return { ...seenOfSite, watchedPowers: JSON.stringify(seen), suspected: seen.powers?.suspected?.reason };
}

/** The greatest power of the storage. */
function ratedOf(assets: string): number {
  const { bess } = assetsFromText(assets);
  return bess === null ? 0 : Math.max(Math.abs(bess.ratedPowerUpperLimitkW), Math.abs(bess.ratedPowerLowerLimitkW));
}

/** Whether the controller has what is set, and follows the setpoint of the storage for all it says. */
function carriesOutStorage({ now, revision, rejected, limited = [] }: MeasuredReport, site: WatchedSite): boolean {
  const isStorage = ({ asset, type }: { readonly asset: string; readonly type: string }): boolean =>
    asset === 'bess' && type === 'activePowerkW';
  const applied = appliedVersionOf(revision, revisionOf(site), now);
  return applied === site.version && ![...rejected, ...limited].some(isStorage);
}

const NEAR_KW = 5;
const NEAR_SHARE = 0.05;

/** At a limit, a site steers by its meter. */
function isAtLimit(gridKw: number, limits: LimitsToKeep | undefined): boolean {
  return [limits?.upper.nowKw, limits?.lower.nowKw].some(
    (kw) => kw != null && Math.abs(gridKw - kw) <= Math.max(NEAR_KW, NEAR_SHARE * Math.abs(kw)),
  );
}
