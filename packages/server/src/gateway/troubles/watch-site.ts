import type { Asset, SiteId } from '@setpoint/contract';
import {
  type BeyondLimit,
  beyondLimit,
  entryFactsOf,
  FOLLOWING_ASSETS,
  isLimitExceeded,
  type LimitsToKeep,
  limitsToKeep,
  type MissedSetpoint,
} from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import {
  readSetpoints,
  type SetpointReport,
  type SetpointWatch,
  type WatchedSetpoints,
  watchSetpoints,
} from './watch-setpoints.ts';

/** What is kept from report to report, so that most of them need not read what is set. */
interface Watched {
  readonly epoch: number;
  readonly version: number;
  readonly fromMs: number;
  readonly limits: LimitsToKeep;
  readonly beyond?: BeyondLimit | undefined;
  readonly setpoints?: WatchedSetpoints | undefined;
}

interface WatchedSite {
  readonly epoch: number;
  readonly version: number;
  readonly watched: string | null;
  /** As its report before had them. */
  readonly ratings: string | null;
}

interface WatchedReport extends SetpointReport {
  /** How setpoints are watched; they are not, if left out. */
  readonly watch?: SetpointWatch | undefined;
  readonly devices?: { readonly ratings: string };
}

interface SiteWatched {
  readonly watched: string | null;
  /** The limits in force now. */
  readonly limits?: LimitsToKeep;
  /** The limit that the site should have kept, and did not. */
  readonly exceeded?: BeyondLimit | undefined;
  /** The setpoints that it should have reached, and did not. */
  readonly missed: readonly MissedSetpoint[];
}

/** Holds a report against the limits and setpoints in force, whatever the controller says of them. */
export async function watchSite(tx: Tx, report: WatchedReport, site: WatchedSite): Promise<SiteWatched> {
  const isMeasured = report.measurements.some(({ asset, powerKw }) => isFollowing(asset) && powerKw !== null);
  if (!isMeasured) return { watched: null, missed: [] };
  const { epoch, version } = site;
  const before = watchedOf(site.watched);
  const known = before?.epoch === epoch && before.version === version ? before : undefined;
  const { exceeded, ...limits } = await seeLimits(tx, report, { known, beyond: before?.beyond });
  const { missed, setpoints } = await seeSetpoints(tx, report, { known, before });
  const isSame = report.devices === undefined || report.devices.ratings === site.ratings;
  const next = isSame ? setpoints : worthAnotherLook(setpoints, report.now);
  const kept: Watched = { epoch, version, fromMs: report.now, ...limits, setpoints: next };
  return { watched: JSON.stringify(kept), limits: limits.limits, exceeded, missed };
}

function isFollowing(asset: Asset): boolean {
  return FOLLOWING_ASSETS.some((one) => one === asset);
}

async function seeLimits(
  tx: Tx,
  { siteId, now, measurements }: WatchedReport,
  { known, beyond: before }: { readonly known: Watched | undefined; readonly beyond: BeyondLimit | undefined },
) {
  const limits = heldStill(known, known?.limits, now) ?? limitsToKeep(await readLimits(tx, siteId), now);
  const powerKw = measurements.find(({ asset }) => asset === 'grid')?.powerKw ?? null;
  const beyond = powerKw === null ? undefined : beyondLimit(before, limits, { powerKw, now });
  return { limits, beyond, exceeded: isLimitExceeded(beyond, limits, now) ? beyond : undefined };
}

async function seeSetpoints(
  tx: Tx,
  report: WatchedReport,
  { known, before }: { readonly known: Watched | undefined; readonly before: Watched | undefined },
) {
  const { siteId, now, watch } = report;
  if (watch === undefined) return { setpoints: undefined, missed: [] };
  const { tolerances, isOrdered } = watch;
  // Kept from version to version: a setpoint that is written each 15 s would never be missed for long enough.
  const away = before?.setpoints?.away ?? [];
  const keep = heldStill(known, known?.setpoints?.keep, now) ?? (await readSetpoints(tx, { siteId, now, tolerances }));
  if (isOrdered) return { setpoints: { keep, away: [] }, missed: [] };
  const { watched, missed } = watchSetpoints({ keep, away }, report);
  return { setpoints: watched, missed };
}

/** Ratings clip setpoints: by others, the next report is held against others. */
function worthAnotherLook(setpoints: WatchedSetpoints | undefined, now: number): WatchedSetpoints | undefined {
  return setpoints && { ...setpoints, keep: { ...setpoints.keep, untilMs: now } };
}

/** What was worked out before, if it holds still; the clock may have been set back since. */
function heldStill<Keep extends { readonly untilMs: number | null }>(
  known: Watched | undefined,
  keep: Keep | undefined,
  now: number,
): Keep | undefined {
  const isDuring = known !== undefined && now >= known.fromMs;
  return isDuring && keep !== undefined && (keep.untilMs === null || now < keep.untilMs) ? keep : undefined;
}

function watchedOf(text: string | null): Watched | undefined {
  return text === null ? undefined : (JSON.parse(text) as Watched);
}

const commandOfPair = readBy('set_command', ['siteId', 'asset', 'type'], ['text', 'firstSet']);

async function readLimits(tx: Tx, siteId: SiteId) {
  const entriesOf = async (type: 'upperLimitkW' | 'lowerLimitkW') => {
    const row = await tx.first(commandOfPair, { siteId, asset: 'grid', type });
    return row === undefined ? [] : entryFactsOf(row);
  };
  return { upper: await entriesOf('upperLimitkW'), lower: await entriesOf('lowerLimitkW') };
}
