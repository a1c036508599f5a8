import type { MemberRoleName, PoolId, SiteId } from '@setpoint/contract';
import { type SiteHold, goneMember, isOnline, type MemberNow } from '@setpoint/core';
import { fields } from '../../store/fields.ts';
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

export const membersAt = ({ db, param }: Building<Params>) =>
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
    .select(fields('pool_member.siteId', 'role', 'rank', 'rampKwPerSecond', 'site.version', 'reportedAt'))
    .select(fields('disconnectedAt', 'revision', 'rejected', 'clockOffsetMs', 'ratings'))
    .select('state_hash as hash')
    .select((eb) => eb.selectFrom('store_state').select('epoch').as('epoch'))
    .orderBy('pool_member.site_id'),
);

const holdsOfMembers = statement<Params>()((building) =>
  membersAt(building)
    .innerJoin('site_hold', 'site_hold.site_id', 'pool_member.site_id')
    .select(fields('site_hold.siteId', 'asset', 'clientId', 'heldAt')),
);

const holdsOfPool = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select(['asset', 'created_at as heldAt'])
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
  const ofPool = await tx.all(holdsOfPool, { poolId: input.poolId });
  return {
    rows: rows.map((row) => ({
      ...row,
      siteId: row.siteId as SiteId,
      epoch: row.epoch ?? 0,
      ratings: row.ratings ?? '',
    })),
    holds: Map.groupBy(await tx.all(holdsOfMembers, input), ({ siteId }) => siteId as SiteId),
    ofPool: ofPool.map((hold) => ({ ...hold, clientId: null })),
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
    .select(fields('siteId', 'reportedAt', 'disconnectedAt'))
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
    rows.filter((row) => isOnline({ ...row, now: at, timeoutMs: offlineAfterMs })).map(({ siteId }) => siteId),
  );
  // A member that is online is notified that its order has ended.
  return left.filter(([siteId]) => !online.has(siteId)).map(([siteId, last]) => goneMember(siteId, last));
}

// Nothing else bounds what a member can give.
const commandsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('set_command')
    .select(fields('siteId', 'asset', 'type', 'text', 'clientId'))
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('asset', 'in', ['grid', 'bess']),
);

/** What is set at the connection points and storages of some sites. */
export async function listCommandsOf(tx: Tx, siteIds: readonly SiteId[]) {
  const rows = siteIds.length === 0 ? [] : await tx.all(commandsOf, { siteIds: JSON.stringify(siteIds) });
  return Map.groupBy(rows, ({ siteId }) => siteId as SiteId);
}

const assetsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_state')
    .select(fields('siteId', 'assets'))
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

/** What some sites reported of their devices last, as texts. */
export async function listAssetsOf(tx: Tx, siteIds: readonly SiteId[]): Promise<ReadonlyMap<SiteId, string | null>> {
  const rows = siteIds.length === 0 ? [] : await tx.all(assetsOf, { siteIds: JSON.stringify(siteIds) });
  return new Map(rows.map(({ siteId, assets }) => [siteId as SiteId, assets]));
}
