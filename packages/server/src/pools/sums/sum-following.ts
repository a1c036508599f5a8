import type { FollowedEntries, FollowedOrder, MemberFollowing, PoolFollowing } from '@setpoint/contract';
import type { EntryFollowing } from '@setpoint/core';
import { toThousandths } from '../../wire/to-thousandths.ts';

/** How a member followed its grid setpoints. */
export function followedEntries(judged: readonly EntryFollowing[]): FollowedEntries {
  const entries = judged.filter(({ asset, type }) => asset === 'grid' && type === 'activePowerkW');
  const counted = (state: EntryFollowing['state']) => entries.filter((entry) => entry.state === state).length;
  const sum = (kwhOf: (entry: EntryFollowing) => number | null | undefined) =>
    toThousandths(entries.reduce((all, entry) => all + (kwhOf(entry) ?? 0), 0));
  return {
    followed: counted('followed'),
    deviating: counted('deviating'),
    unknown: counted('unknown'),
    plannedkWh: sum(({ plannedKwh }) => plannedKwh),
    measuredkWh: sum(({ measuredKwh }) => measuredKwh),
    orderedkWh: sum(({ ordered }) => ordered?.orderedKwh),
    suppliedkWh: sum(({ ordered }) => ordered?.suppliedKwh),
  };
}

/** The sums over the members of a pool; what is not known of some is said beside them. */
export function sumFollowing(members: readonly MemberFollowing[]): Pick<PoolFollowing, 'orders' | 'entries'> {
  return { orders: ordersOf(members), entries: entriesOf(members) };
}

function ordersOf(members: readonly MemberFollowing[]): PoolFollowing['orders'] {
  const orders = members.flatMap(({ order }) => order ?? []);
  const known = orders.flatMap(({ suppliedkW }) => suppliedkW ?? []);
  const counted = (state: FollowedOrder['state']) => orders.filter((order) => order.state === state).length;
  return {
    followed: counted('followed'),
    underway: counted('underway'),
    deviating: counted('deviating'),
    unknown: counted('unknown'),
    none: members.length - orders.length,
    orderedkW: sumOf(orders.map(({ kW }) => kW)),
    suppliedkW: known.length === 0 ? null : sumOf(known),
    unknownkW: sumOf(orders.filter(({ suppliedkW }) => suppliedkW === null).map(({ kW }) => kW)),
  };
}

function entriesOf(members: readonly MemberFollowing[]): PoolFollowing['entries'] {
  const judged = members.flatMap(({ entries }) => entries ?? []);
  const sum = (field: keyof FollowedEntries) => sumOf(judged.map((entries) => entries[field]));
  return {
    followed: sum('followed'),
    deviating: sum('deviating'),
    unknown: sum('unknown'),
    plannedkWh: sum('plannedkWh'),
    measuredkWh: sum('measuredkWh'),
    orderedkWh: sum('orderedkWh'),
    suppliedkWh: sum('suppliedkWh'),
    unjudged: members.length - judged.length,
  };
}

const MILLI = 1_000;

// Each is whole thousandths, and so is what they add up to.
function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * MILLI), 0) / MILLI;
}
