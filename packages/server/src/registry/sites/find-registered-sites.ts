import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  parsePoolId,
  type PoolId,
  type RegisteredSite,
  type SiteStateName,
  TROUBLE_CODES,
  type TroubleCode,
} from '@setpoint/contract';
import { instantText, isClockOff, isOnline, siteState } from '@setpoint/core';
import type { Store } from '../../store/store.ts';
import type { SitePosition } from '../../sites/list-sites.ts';
import { listRegisteredSites } from './list-registered-sites.ts';
import type { StoredRegistration } from './read-registered-site.ts';

/** Which sites of the registry are wanted; what is left out does not matter. */
export interface SiteFilter {
  readonly name: string | undefined;
  readonly online: boolean | undefined;
  readonly state: SiteStateName | undefined;
  readonly issues: boolean | undefined;
  readonly poolId: PoolId | undefined;
}

interface FilterQuery {
  readonly name?: string;
  readonly online?: boolean;
  readonly state?: SiteStateName;
  readonly issues?: boolean;
  readonly poolId?: string;
}

export function readSiteFilter({ name, online, state, issues, poolId }: FilterQuery): SiteFilter {
  return { name: name?.toLowerCase(), online, state, issues, poolId: poolOf(poolId) };
}

function poolOf(text: string | undefined): PoolId | undefined {
  const poolId = text === undefined ? undefined : parsePoolId(text);
  if (text !== undefined && poolId === undefined) throw new AppError('bad_request', 'poolId: must be a UUID');
  return poolId;
}

export interface SitesWanted {
  readonly filter: SiteFilter;
  readonly after: SitePosition;
  readonly limit: number;
  readonly now: number;
  readonly offlineAfterMs: number;
}

const ROWS_PER_TURN = 250;

/** The sites that a filter lets through, by name, from one position on; other work goes on meanwhile. */
export async function findRegisteredSites(store: Store, wanted: SitesWanted): Promise<RegisteredSite[]> {
  const { filter, limit } = wanted;
  const found: RegisteredSite[] = [];
  let { after } = wanted;
  for (;;) {
    const rows = await store.read(listRegisteredSites, { after, limit: ROWS_PER_TURN, poolId: filter.poolId });
    for (const row of rows) {
      const site = registeredSite(row, wanted);
      if (isWanted(site, filter)) found.push(site);
      if (found.length === limit) return found;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_TURN) return found;
    after = last;
    await nextTurn();
  }
}

function isWanted(site: RegisteredSite, { name, online, state, issues }: SiteFilter): boolean {
  return (
    (name === undefined || site.siteName.toLowerCase().includes(name)) &&
    (online === undefined || site.isOnline === online) &&
    (state === undefined || site.state === state) &&
    (issues === undefined || site.issues.length > 0 === issues)
  );
}

/** A site of the registry, with how it is now. */
export function registeredSite(
  row: StoredRegistration,
  { now, offlineAfterMs }: Pick<SitesWanted, 'now' | 'offlineAfterMs'>,
): RegisteredSite {
  const { siteId, siteName, timeZone, notes, holdSeconds, version, reportedAt, disconnectedAt } = row;
  const appliedVersion = now < row.seesUntil ? row.appliedVersion : null;
  const online = isOnline({ reportedAt, disconnectedAt, now, timeoutMs: offlineAfterMs });
  const rejected = Array.from({ length: row.rejections });
  return {
    siteId,
    siteName,
    timeZone,
    notes,
    holdSeconds,
    createdAt: instantText(row.createdAt),
    isOnline: online,
    state: siteState({ version, appliedVersion, rejected, isOnline: online }),
    issues: issuesOf(row),
  };
}

function issuesOf(row: StoredRegistration): RegisteredSite['issues'] {
  const { rejections, limitations, clockOffsetMs, protocolErrorAt, reportedAt, isHeld, troubles } = row;
  const issues: RegisteredSite['issues'] = [];
  if (rejections > 0) issues.push('rejected');
  if (limitations > 0) issues.push('limited');
  // One that a good report came after is over.
  if (protocolErrorAt !== null && protocolErrorAt >= (reportedAt ?? 0)) issues.push('protocol_error');
  if (isHeld) issues.push('held');
  const seen = new Set(troubles.map(({ code }) => code));
  // By the last report, as in the delivery.
  const isWrong = (code: TroubleCode) => (code === 'clock_off' ? isClockOff(clockOffsetMs) : seen.has(code));
  return [...issues, ...TROUBLE_CODES.filter(isWrong)];
}
