import {
  ASSETS,
  type Assets,
  type LatestFollowing,
  namesOfPair,
  type PairName,
  type Reserves,
  type RunningCommand,
  type SiteOverview,
} from '@setpoint/contract';
import { instantText, type Plan, resolvePlan, type Segment, type Series, siteState } from '@setpoint/core';
import { shownFacts } from '../problems/site-facts.ts';
import type { StoredOverview } from './read-overviews.ts';
import { siteOutlook } from '../plan/site-outlook.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { PresenceRule } from '../sites/site-text.ts';
import { toMilliwatts } from '../wire/to-milliwatts.ts';

const NOTHING: ReadonlySet<PairName> = new Set();
const DAY_MS = 24 * 3_600_000;
const FOLLOWING_SHOWN_MS = 6 * 3_600_000;

/** How a site is now, and what the next day brings. */
export function siteOverview(stored: StoredOverview, { now, timeoutMs }: PresenceRule): SiteOverview {
  const { site, facts } = stored;
  const appliedVersion = now < facts.seesUntil ? facts.appliedVersion : null;
  const assets = assetsFromText(site.assets);
  const outlook = siteOutlook(site);
  const window = { fromMs: now, toMs: now + DAY_MS };
  const plan = resolvePlan({ ...outlook, window });
  const inForce = { reserves: reservesOf(plan.grid[0]), nextDayReserves: meanReserves(plan.grid) };
  const shown = shownFacts(facts, { now, timeoutMs });
  return {
    siteId: site.siteId,
    siteName: site.siteName,
    timeZone: facts.timeZone,
    ...shown,
    version: site.version,
    state: siteState({ ...shown, appliedVersion, version: site.version, rejected: facts.rejected }),
    powerkW: powersOf(assets),
    socPcnt: assets.bess?.soc ?? null,
    running: [...outlook.commands].flatMap(([pair, series]) =>
      site.held.has(pair) ? [] : runningOf(pair, series, now),
    ),
    ...inForce,
    ...heldBeside(inForce, site.held.size === 0 ? plan : resolvePlan({ ...outlook, held: NOTHING, window })),
    following: followingOf(stored.following, now),
    issues: issuesOf(plan),
  };
}

const WORST_FIRST: readonly LatestFollowing['state'][] = ['deviating', 'followed', 'unknown'];

function followingOf(entries: readonly LatestFollowing[], now: number): LatestFollowing | null {
  const late = entries.filter(({ endAt }) => now - Date.parse(endAt) < FOLLOWING_SHOWN_MS);
  late.sort((one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state));
  return late[0] ?? null;
}

function runningOf(pair: PairName, series: Series, now: number): RunningCommand[] {
  const entry = series.find(({ startMs, endMs }) => startMs <= now && now < endMs);
  return entry === undefined ? [] : [{ ...namesOfPair(pair), value: entry.value, endAt: instantText(entry.endMs) }];
}

function powersOf(assets: Assets): SiteOverview['powerkW'] {
  const powers: SiteOverview['powerkW'] = {};
  for (const asset of ASSETS) {
    const power = assets[asset]?.activePowerkW;
    if (power !== undefined) powers[asset] = power;
  }
  return powers;
}

function reservesOf(segment: Segment | undefined): Reserves {
  return { importkW: toMilliwatts(segment?.reserveImport ?? 0), exportkW: toMilliwatts(segment?.reserveExport ?? 0) };
}

/** What would be kept ready without holds, beside what is. */
function heldBeside(
  { reserves, nextDayReserves }: Pick<SiteOverview, 'reserves' | 'nextDayReserves'>,
  unheld: Pick<Plan, 'grid'>,
): Pick<SiteOverview, 'heldReserves' | 'heldNextDayReserves'> {
  return {
    heldReserves: beside(reserves, reservesOf(unheld.grid[0])),
    heldNextDayReserves: beside(nextDayReserves, meanReserves(unheld.grid)),
  };
}

function beside(part: Reserves, all: Reserves): Reserves {
  return { importkW: roundedKw(all.importkW - part.importkW), exportkW: roundedKw(all.exportkW - part.exportkW) };
}

function meanReserves(segments: readonly Segment[]): Reserves {
  const mean = { importkW: 0, exportkW: 0 };
  for (const segment of segments) {
    const share = (segment.to - segment.from) / DAY_MS;
    const { importkW, exportkW } = reservesOf(segment);
    mean.importkW += importkW * share;
    mean.exportkW += exportkW * share;
  }
  return { importkW: roundedKw(mean.importkW), exportkW: roundedKw(mean.exportkW) };
}

function roundedKw(powerKw: number): number {
  return Math.round(powerKw * 1_000) / 1_000;
}

function issuesOf({ grid, bess, solar }: Plan): SiteOverview['issues'] {
  const first = new Map<string, number>();
  for (const { from, issues } of [...grid, ...bess, ...solar]) {
    for (const { code, at } of issues) first.set(code, Math.min(at ?? from, first.get(code) ?? Infinity));
  }
  return [...first].map(([code, from]) => ({ code, from: instantText(from) }));
}
