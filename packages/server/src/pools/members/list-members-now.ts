import type { MemberRoleName, PoolId, SiteId } from '@setpoint/contract';
import { type SiteHold, goneMember, isOnline, type MemberNow } from '@setpoint/core';
import { NEVER } from '../../store/in-force.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { listOf } from '../../store/list-of.ts';
import type { LastOrders } from '../signals/last-orders.ts';

/** A member with what decides whether it can take part. */
export interface MemberRow {
  readonly siteId: SiteId;
  readonly role: MemberRoleName;
  readonly rank: number;
  readonly rampKwPerSecond: number | null;
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
  /** The revision that the controller says it applied. */
  readonly revision: string | null;
  readonly rejected: string | null;
  readonly clockOffsetMs: number | null;
  /** See `ratingsText`: what its devices can do is the same as long as this is. */
  readonly ratings: string;
}

type Params = { poolId: string; at: number };

const membersAt = ({ db, param }: Building<Params>) =>
  db
    .selectFrom('pool_member')
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_from', '<=', param('at'))
    .where('valid_to', '>', param('at'));

const members = statement<Params>()((building) =>
  membersAt(building)
    .innerJoin('site', 'site.site_id', 'pool_member.site_id')
    .leftJoin('site_state', 'site_state.site_id', 'pool_member.site_id')
    .select(['pool_member.site_id', 'role', 'rank', 'ramp_kw_per_second', 'site.version', 'state_hash'])
    .select(['reported_at', 'disconnected_at', 'revision', 'rejected', 'clock_offset_ms', 'ratings'])
    .select((eb) => eb.selectFrom('store_state').select('epoch').as('epoch'))
    .orderBy('pool_member.site_id'),
);

const holdsOfMembers = statement<Params>()((building) =>
  membersAt(building)
    .innerJoin('site_hold', 'site_hold.site_id', 'pool_member.site_id')
    .select(['site_hold.site_id', 'asset', 'client_id', 'held_at']),
);

const holdsOfPool = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select(['asset', 'created_at'])
    .where('pool_id', '=', param('poolId'))
    .where('released_at', 'is', null),
);

interface MembersNow {
  /** In the order of their ids. */
  readonly rows: readonly MemberRow[];
  readonly holds: ReadonlyMap<SiteId, readonly SiteHold[]>;
  /** The holds of the pool, which are on all of its members. */
  readonly ofPool: readonly SiteHold[];
}

/** The members of a pool at an instant, with what is known of each. */
export async function listMembersNow(tx: Tx, input: { poolId: PoolId; at: number }): Promise<MembersNow> {
  const rows = await tx.all(members, input);
  // All members at once, also those that it is not put on yet.
  const ofPool = (await tx.all(holdsOfPool, { poolId: input.poolId })).map(({ asset, created_at: heldAt }) => {
    return { asset, clientId: null, heldAt };
  });
  const holds = (await tx.all(holdsOfMembers, input)).map((row) => {
    return { siteId: row.site_id as SiteId, asset: row.asset, clientId: row.client_id, heldAt: row.held_at };
  });
  return {
    rows: rows.map((row) => ({
      siteId: row.site_id as SiteId,
      role: row.role,
      rank: row.rank,
      rampKwPerSecond: row.ramp_kw_per_second,
      epoch: row.epoch ?? 0,
      version: row.version,
      hash: row.state_hash,
      reportedAt: row.reported_at,
      disconnectedAt: row.disconnected_at,
      revision: row.revision,
      rejected: row.rejected,
      clockOffsetMs: row.clock_offset_ms,
      ratings: row.ratings ?? '',
    })),
    holds: Map.groupBy(holds, ({ siteId }) => siteId),
    ofPool,
  };
}

interface GoneWanted {
  /** The last orders in the pool, of members and of others. */
  readonly orders: LastOrders['orders'];
  readonly members: ReadonlySet<SiteId>;
  readonly at: number;
  readonly offlineAfterMs: number;
}

const contactsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_state')
    .select(['site_id', 'reported_at', 'disconnected_at'])
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

/** Sites that left a pool while they could not be reached: each may still follow its last order. */
export async function readGoneMembers(
  tx: Tx,
  { orders, members: present, at, offlineAfterMs }: GoneWanted,
): Promise<readonly MemberNow[]> {
  const left = [...orders].filter(([siteId, { watts }]) => watts !== 0 && !present.has(siteId));
  if (left.length === 0) return [];
  const siteIds = JSON.stringify(left.map(([siteId]) => siteId));
  const rows = await tx.all(contactsOf, { siteIds });
  const online = new Set<string>(
    rows
      .filter(({ reported_at: reportedAt, disconnected_at: disconnectedAt }) =>
        isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs }),
      )
      .map((row) => row.site_id),
  );
  // A member that is online is notified that its order has ended.
  return left.filter(([siteId]) => !online.has(siteId)).map(([siteId, last]) => goneMember(siteId, last));
}

// Nothing else bounds what a member can give.
const commandsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('set_command')
    .select(['site_id', 'asset', 'type', 'text', 'client_id'])
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('asset', 'in', ['grid', 'bess']),
);

/** What is set at the connection points and storages of some sites. */
export async function listCommandsOf(tx: Tx, siteIds: readonly SiteId[]) {
  const rows = siteIds.length === 0 ? [] : await tx.all(commandsOf, { siteIds: JSON.stringify(siteIds) });
  return Map.groupBy(rows, (row) => row.site_id as SiteId);
}

const assetsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_state')
    .select(['site_id', 'assets'])
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

/** What some sites reported of their devices last, as texts. */
export async function listAssetsOf(tx: Tx, siteIds: readonly SiteId[]): Promise<ReadonlyMap<SiteId, string | null>> {
  const rows = siteIds.length === 0 ? [] : await tx.all(assetsOf, { siteIds: JSON.stringify(siteIds) });
  return new Map(rows.map(({ site_id: siteId, assets }) => [siteId as SiteId, assets]));
}
