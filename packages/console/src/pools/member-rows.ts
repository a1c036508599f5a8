import type { MemberFollowing, PoolMember, PoolShare, SiteOverview } from '@setpoint/contract';

/** A member as the page shows it. */
export interface MemberRow {
  readonly siteId: string;
  readonly siteName: string;
  readonly role: PoolMember['role'];
  readonly orderedKw: number;
  /** What it may still do by an order that has not ended, though it cannot be reached. */
  readonly followedKw: number;
  readonly because: string | null;
  /** Whether its controller can be reached, as far as the page knows. */
  readonly isOnline: boolean;
  /** Whether it takes no part in what is asked for. */
  readonly isHindered: boolean;
  readonly measuredKw: number | undefined;
  readonly reportedAt: string | null;
  /** What it supplies of its order by the interface; undefined where that is not known, or nothing is asked of it. */
  readonly suppliedKw: number | undefined;
  /** Whether it is still on its way to its order, within the time that its ramp takes. */
  readonly isUnderway: boolean;
  /** What is missing of what it was asked for, without a sign. */
  readonly missingKw: number;
}

export interface RowsAsked {
  readonly signalKw: number;
  readonly members: readonly PoolMember[];
  readonly shares: ReadonlyMap<string, PoolShare>;
  /** How each follows its order; none until it is read. */
  readonly orders: ReadonlyMap<string, MemberFollowing['order']>;
  readonly siteOf: (siteId: string) => SiteOverview | undefined;
}

const HINDRANCES: ReadonlySet<string | null> = new Set(['offline', 'behind', 'held', 'rejecting', 'clock']);

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

function rowOf({ shares, siteOf, orders, signalKw }: RowsAsked, member: PoolMember): MemberRow {
  const { siteId, role } = member;
  const { kW: orderedKw, followedkW: followedKw, because } = shares.get(siteId) ?? NO_SHARE;
  const found = reportedBy(siteOf(siteId));
  const order = orders.get(siteId);
  const suppliedKw = order?.suppliedkW ?? undefined;
  const isUnderway = order?.state === 'underway';
  const missingKw = missingOf(orderedKw, suppliedKw);
  const isHindered = signalKw !== 0 && HINDRANCES.has(because);
  const siteName = member.siteName ?? siteId;
  return {
    siteId,
    siteName,
    role,
    orderedKw,
    followedKw,
    because,
    isHindered,
    suppliedKw,
    isUnderway,
    missingKw,
    ...found,
  };
}

function reportedBy(site: SiteOverview | undefined): Pick<MemberRow, 'measuredKw' | 'reportedAt' | 'isOnline'> {
  const { powerkW, reportedAt = null, isOnline = true } = site ?? {};
  return { measuredKw: powerkW?.grid, reportedAt, isOnline };
}

const NO_SHARE: Omit<PoolShare, 'siteId'> = { kW: 0, followedkW: 0, missedkW: 0, because: null };

function missingOf(orderedKw: number, suppliedKw: number | undefined): number {
  return suppliedKw === undefined ? 0 : Math.max(0, Math.sign(orderedKw) * (orderedKw - suppliedKw));
}
