import type { Asset, Assets } from '@setpoint/contract';
import {
  appliedVersionOf,
  type Expected,
  type PowersSoFar,
  revisionOf,
  type storageOrder,
  suspectPowers,
  suspectValues,
  type ValuesSoFar,
} from '@setpoint/core';
import type { StoredLimitation, KnownRejection } from '../../delivery/stored-rejection.ts';

/** What is kept of the powers of a site, so that the next report can be compared with them. */
export interface SeenPowers {
  readonly values?: ValuesSoFar | undefined;
  /** Since when the controller carries out the setpoint of the storage, by its reports. */
  readonly freeSince?: number | undefined;
  readonly powers?: PowersSoFar | undefined;
}

interface Before extends SeenPowers {
  readonly version: number;
}

interface SiteSet {
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
}

interface ReportOfPowers {
  readonly now: number;
  readonly revision: string | null;
  readonly rejected: readonly KnownRejection[];
  readonly limited?: readonly StoredLimitation[];
  readonly assets: Assets;
  readonly isMeasuredNow: boolean;
  readonly powerOf: (asset: Asset) => number | null;
}

interface Seeing {
  readonly before: Before | undefined;
  readonly expected: readonly Expected[];
  readonly order: ReturnType<typeof storageOrder>;
}

/** The storage cannot move without the connection point, while it alone is ordered. */
export function watchPowers({ before, expected, order }: Seeing, report: ReportOfPowers, site: SiteSet): SeenPowers {
  const { now, assets, isMeasuredNow } = report;
  const powers = before?.powers;
  const [gridKw, bessKw] = [report.powerOf('grid'), report.powerOf('bess')];
  // Left out, they are as they were: nothing moved.
  if (!isMeasuredNow) return { freeSince: freeSinceOf(before, site), values: before?.values, powers };
  const values = seeValues(before, report);
  if (gridKw === null || bessKw === null || order.kW === null) return { values };
  if (!carriesOutStorage(report, site) || isAtLimit(gridKw, expected)) return { values, powers };
  const freeSince = freeSinceOf(before, site) ?? now;
  const orderSince = Math.max(freeSince, order.sinceMs);
  const shown = { now, gridKw, bessKw, ratedKw: ratedOf(assets), orderKw: order.kW, orderSince };
  return { values, freeSince, powers: suspectPowers(powers, shown) };
}

function seeValues(before: Before | undefined, report: ReportOfPowers): ValuesSoFar {
  const { now, assets, powerOf } = report;
  return suspectValues(before?.values, {
    now,
    powerOf,
    socPcnt: assets.bess?.soc ?? null,
    capacityKwh: assets.bess?.availableStorageCapacitykWh ?? null,
  });
}

function freeSinceOf(before: Before | undefined, { version }: SiteSet): number | undefined {
  return before?.version === version ? before.freeSince : undefined;
}

/** The greatest power of the storage. */
function ratedOf({ bess }: Assets): number {
  return bess === null ? 0 : Math.max(Math.abs(bess.ratedPowerUpperLimitkW), Math.abs(bess.ratedPowerLowerLimitkW));
}

/** Whether the controller has what is set, and follows the setpoint of the storage for all it says. */
function carriesOutStorage({ now, revision, rejected, limited = [] }: ReportOfPowers, site: SiteSet): boolean {
  const isStorage = ({ asset, type }: { readonly asset: string; readonly type: string }): boolean =>
    asset === 'bess' && type === 'activePowerkW';
  const applied = appliedVersionOf(revision, revisionOf(site), now);
  return applied === site.version && ![...rejected, ...limited].some(isStorage);
}

const NEAR_KW = 5;
const NEAR_SHARE = 0.05;

/** At a limit, a site steers by its meter. */
function isAtLimit(gridKw: number, expected: readonly Expected[]): boolean {
  return expected.some(
    ({ asset, what, kW }) =>
      asset === 'grid' && what !== 'setpoint' && Math.abs(gridKw - kW) <= Math.max(NEAR_KW, NEAR_SHARE * Math.abs(kW)),
  );
}
