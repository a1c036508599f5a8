import type { Pool, PoolId, SiteId } from '@setpoint/contract';
import { type Allocation, divideSignal } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';
import type { LastOrders } from './last-orders.ts';
import type { MemberKnowledge, MembersNow } from '../members/member-knowledge.ts';
import { readBy } from '../../store/fields.ts';

export type DividingPool = Pick<Pool, 'service' | 'split' | 'enduranceMinutes'> & { readonly poolId: PoolId };

const settingsOf = readBy('pool', ['poolId'], ['service', 'split', 'enduranceMinutes']);

/** How a pool divides what it is asked for; also of one that was removed while it was asked for something. */
export async function readPoolSettings(tx: Tx, { poolId }: { poolId: PoolId }): Promise<DividingPool | undefined> {
  const row = await tx.first(settingsOf, { poolId });
  return row === undefined ? undefined : { poolId, ...row };
}

interface Dividing extends LastOrders {
  readonly pool: DividingPool;
  readonly knowledge: MemberKnowledge;
  /** Of when the signal is, but not ahead: nobody has come further on its way yet. */
  readonly at: number;
  /** Whose members are asked: those of now. */
  readonly now: number;
  readonly watts: number;
}

type Divided =
  | Extract<MembersNow, { readonly kind: 'unknown' }>
  | {
      readonly kind: 'divided';
      /** Those that are asked, and those that left and may still follow an order. */
      readonly siteIds: readonly SiteId[];
      readonly hasMembers: boolean;
      readonly allocation: Allocation;
      /** When the first order ends of a member that is out of reach, or one is waited for no longer; infinite if there is none. */
      readonly nextLeaseEndAt: number;
    };

/** Divides what is asked of a pool at an instant among those who are members then; whoever left unheard counts still. */
export async function divideWatts(
  tx: Tx,
  { pool, knowledge, at, now, watts, division: last, orders }: Dividing,
): Promise<Divided> {
  const { poolId, service, split: rule, enduranceMinutes } = pool;
  const read = await knowledge.read(tx, { poolId, service, at: now, orders });
  if (read.kind === 'unknown') return read;
  const members = [...read.members, ...read.gone].toSorted((one, other) => (one.siteId < other.siteId ? -1 : 1));
  const wattsBefore = last !== undefined && last.validUntil > at ? last.watts : null;
  const allocation = divideSignal({ at, service, rule, enduranceMinutes, watts, wattsBefore }, members);
  const silent = members.filter(({ isReachable, last: order }) => !isReachable && order !== null);
  const ends = [...silent.map(({ last: order }) => order?.validUntil ?? at), ...read.awaitedUntil].filter(
    (endsAt) => endsAt > at,
  );
  return {
    kind: 'divided',
    siteIds: members.map(({ siteId }) => siteId as SiteId),
    hasMembers: read.members.length > 0,
    allocation,
    nextLeaseEndAt: ends.reduce((first, endsAt) => Math.min(first, endsAt), Number.POSITIVE_INFINITY),
  };
}
