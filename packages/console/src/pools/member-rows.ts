import type { Pool, PoolMember, PoolShare, SiteOverview } from '@setpoint/contract';
import { referenceKw } from './reference-kw.ts';

/** A member as the page shows it. */
export interface MemberRow {
  readonly siteId: string;
  readonly siteName: string;
  readonly role: PoolMember['role'];
  readonly orderedKw: number;
  /** What it may still do by an order that has not ended, though it cannot be reached. */
  readonly followedKw: number;
  readonly because: string | null;
  /** Whether it takes no part in what is asked for. */
  readonly isHindered: boolean;
  readonly measuredKw: number | undefined;
  readonly reportedAt: string | null;
  /** Measured minus what it would do without orders; undefined where that is not known. */
  readonly suppliedKw: number | undefined;
  /** What is missing of what it was asked for, without a sign. */
  readonly missingKw: number;
}

export interface RowsAsked {
  readonly service: Pool['service'];
  readonly signalKw: number;
  readonly members: readonly PoolMember[];
  readonly shares: ReadonlyMap<string, PoolShare>;
  readonly siteOf: (siteId: string) => SiteOverview | undefined;
}

const HINDRANCES = new Set(['offline', 'behind', 'held', 'rejecting', 'clock']);

/** The members: those that take no part first, then whoever falls short most. */
export function memberRows(asked: RowsAsked): MemberRow[] {
  const rows = asked.members.map((member) => rowOf(asked, member));
  return rows.toSorted(
    (one, other) =>
      Number(other.isHindered) - Number(one.isHindered) ||
      other.missingKw - one.missingKw ||
      one.siteName.localeCompare(other.siteName),
  );
}

function rowOf({ shares, siteOf, service, signalKw }: RowsAsked, member: PoolMember): MemberRow {
  const { siteId, role } = member;
  const { kW: orderedKw, followedkW: followedKw, because } = shares.get(siteId) ?? NO_SHARE;
  const found = foundOf(siteOf(siteId), service);
  const missingKw = missingOf(orderedKw, found.suppliedKw);
  const isHindered = signalKw !== 0 && because !== null && HINDRANCES.has(because);
  const siteName = member.siteName ?? siteId;
  return { siteId, siteName, role, orderedKw, followedKw, because, isHindered, missingKw, ...found };
}

const NO_SHARE: Omit<PoolShare, 'siteId'> = { kW: 0, followedkW: 0, because: null };

function foundOf(site: SiteOverview | undefined, service: Pool['service']) {
  const measuredKw = site?.powerkW.grid;
  const reference = site === undefined ? undefined : referenceKw(site, service);
  const suppliedKw = measuredKw === undefined || reference === undefined ? undefined : measuredKw - reference;
  return { measuredKw, suppliedKw, reportedAt: site?.reportedAt ?? null };
}

function missingOf(orderedKw: number, suppliedKw: number | undefined): number {
  return suppliedKw === undefined ? 0 : Math.max(0, Math.sign(orderedKw) * (orderedKw - suppliedKw));
}

/** What the members supplied together, of those of whom it is known. */
export function suppliedOf(rows: readonly MemberRow[]): { readonly kw: number; readonly members: number } | undefined {
  const known = rows.flatMap(({ suppliedKw }) => (suppliedKw === undefined ? [] : [suppliedKw]));
  return known.length === 0 ? undefined : { kw: known.reduce((sum, kw) => sum + kw, 0), members: known.length };
}
