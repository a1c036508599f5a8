import {
  AppError,
  type MemberFollowing,
  type PoolFollowing,
  type PoolId,
  type PoolSupplied,
  type PoolSuppliedSlot,
  type SiteId,
} from '@setpoint/contract';
import {
  instantText,
  instantTextOrNull,
  type PoolOrder,
  resolveHeadroom,
  slotsOver,
  type SuppliedSlot,
  type Window,
  type Tolerances,
} from '@setpoint/core';
import { listMemberIds } from '../../access/pools/list-member-ids.ts';
import type { Answer, Computing } from '../../computing/answer.ts';
import { followOrders } from '../../following/follow-orders.ts';
import { judgeSite } from '../../following/judge-site.ts';
import { suppliedBySite } from '../../following/supplied-by-site.ts';
import { readPlannedSite } from '../../plan/read-planned-site.ts';
import { listTexts } from '../../plan/plan-texts.ts';
import { siteOutlook } from '../../plan/site-outlook.ts';
import { readSite } from '../../sites/read-site.ts';
import { pastOrders } from '../signals/past-orders.ts';
import { followedEntries, sumFollowing } from './sum-following.ts';
import { sumHeadroom } from './sum-headroom.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { toThousandths } from '../../wire/to-thousandths.ts';

// As its rosters were, whatever is known of its memberships now.
const membersBetween = statement<{ poolId: string; fromMs: number; toMs: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select('site_id')
    .distinct()
    .where('pool_id', '=', param('poolId'))
    .where('valid_from', '<', param('toMs'))
    .where('valid_to', '>', param('fromMs'))
    .orderBy('site_id'),
);

/** The sites that were members of a pool at any time of a window, also those that were removed since. */
async function listMembersBetween(tx: Tx, wanted: { readonly poolId: PoolId } & Window): Promise<SiteId[]> {
  return (await tx.all(membersBetween, { ...wanted })).map((row) => row.site_id as SiteId);
}

interface OfPool {
  readonly pool: { readonly poolId: PoolId; readonly poolName: string };
  readonly window: Window;
  readonly now: number;
}

/** How much more fits on the members of a pool, in sum. */
export const poolHeadroomAnswer: Answer<OfPool & { readonly stepMs: number }> = {
  name: 'pool headroom',
  async *make({ store, turn }, { pool: { poolId, poolName }, now, ...wanted }) {
    const sum = sumHeadroom();
    let memberCount = 0;
    let unreported = 0;
    for (const siteId of await store.read(listMemberIds, { poolId, at: now })) {
      await turn();
      const site = await store.read(readPlannedSite, { siteId });
      if (site === undefined) continue;
      memberCount += 1;
      if (site.reportedAt === null) unreported += 1;
      sum.add(resolveHeadroom({ ...siteOutlook(site), ...wanted }));
    }
    yield [`${JSON.stringify({ poolId, poolName, memberCount, unreported }).slice(0, -1)},"intervals":`];
    yield listTexts([...sum.intervals()], (interval) => interval);
    yield ['}'];
  },
};

export interface PoolFollowingInput extends OfPool {
  readonly tolerances: Tolerances;
  readonly offlineAfterMs: number;
  readonly members: readonly SiteId[];
  /** Those that left, and whose last order of the pool goes on: they could not be told that it has ended. */
  readonly left: readonly SiteId[];
  /** What pools ask these sites for. */
  readonly orders: ReadonlyMap<SiteId, readonly PoolOrder[]>;
}

/** Whether the members of a pool did what they were asked for. */
export const poolFollowingAnswer: Answer<PoolFollowingInput> = {
  name: 'pool following',
  async *make(by, input) {
    const { pool } = input;
    const members = await followAll(by, input, input.members);
    const left = await followAll(by, input, input.left);
    const sorted = [...members, ...left].sort((one, other) => (one.siteId < other.siteId ? -1 : 1));
    const memberCount = members.length;
    yield followingTexts({ ...pool, memberCount, ...sumFollowing(sorted), members: sorted });
  },
};

async function followAll(
  { store, turn }: Computing,
  input: PoolFollowingInput,
  siteIds: readonly SiteId[],
): Promise<MemberFollowing[]> {
  const followed: MemberFollowing[] = [];
  for (const siteId of siteIds) {
    await turn();
    const member = await followMember(store, input, siteId);
    if (member !== undefined) followed.push(member);
  }
  return followed;
}

async function followMember(
  store: Computing['store'],
  { pool, window, tolerances, now, offlineAfterMs, orders: asked }: PoolFollowingInput,
  siteId: SiteId,
): Promise<MemberFollowing | undefined> {
  const site = await store.read(readSite, { siteId });
  if (site === undefined) return undefined;
  const { siteName, reportedAt } = site;
  const given = { store, now: () => now, offlineAfterMs, orders: { of: (id: SiteId) => asked.get(id) ?? [] } };
  const orders = await followOrders(given, site);
  const judged = await judgeSite({
    store,
    pastOrders,
    siteId,
    tolerances,
    window,
    pairs: ['grid/activePowerkW'],
    now,
  });
  return {
    siteId,
    siteName,
    reportedAt: instantTextOrNull(reportedAt),
    order: orders.find(({ poolId }) => poolId === pool.poolId) ?? null,
    entries: judged.kind === 'judged' ? followedEntries(judged.entries) : null,
  };
}

function* followingTexts({ members, ...sums }: PoolFollowing): Generator<string> {
  yield `${JSON.stringify(sums).slice(0, -1)},"members":`;
  yield* listTexts(members, (member) => member);
  yield '}';
}

/** What a pool supplied, slot by slot. */
export const poolSuppliedAnswer: Answer<OfPool & { readonly minuteMs: number }> = {
  name: 'pool supplied',
  async *make({ store, turn }, { pool: { poolId, poolName }, window, now, minuteMs }) {
    const slots = slotsOver(window, { minutesFrom: now - minuteMs, now });
    const sum = sumSupplied();
    for (const siteId of await store.read(listMembersBetween, { poolId, ...window })) {
      await turn();
      const supplied = await suppliedBySite({ store, pastOrders, siteId, poolId, slots });
      if (supplied.kind === 'too_many_orders') throw tooManyOrders(supplied.most);
      sum.add(supplied.slots);
    }
    yield suppliedTexts({ poolId, poolName, slots: sum.slots() });
  },
};

function tooManyOrders(most: number): AppError {
  const times = most.toLocaleString('en-US');
  const message = `pools of a member were asked for power more than ${times} times then: ask for a shorter window`;
  return new AppError('bad_request', message);
}

function* suppliedTexts({ slots, ...lead }: PoolSupplied): Generator<string> {
  yield `${JSON.stringify(lead).slice(0, -1)},"slots":`;
  yield* listTexts(slots, (slot) => slot);
  yield '}';
}

interface Sum {
  readonly toMs: number;
  orderedKw: number;
  suppliedKw: number;
  members: number;
  unknown: number;
}

/** Adds up what the members of a pool were asked for and supplied, slot by slot. */
function sumSupplied() {
  const sums = new Map<number, Sum>();
  return {
    add(slots: readonly SuppliedSlot[]): void {
      for (const { fromMs, toMs, orderedKw, suppliedKw } of slots) {
        const sum = sums.get(fromMs) ?? { toMs, orderedKw: 0, suppliedKw: 0, members: 0, unknown: 0 };
        sums.set(fromMs, sum);
        sum.orderedKw += orderedKw;
        sum.suppliedKw += suppliedKw ?? 0;
        if (suppliedKw === null) sum.unknown += 1;
        else sum.members += 1;
      }
    },
    slots(): PoolSuppliedSlot[] {
      const inOrder = [...sums].toSorted(([one], [other]) => one - other);
      return inOrder.map(([fromMs, { toMs, orderedKw, suppliedKw, members, unknown }]) => ({
        startAt: instantText(fromMs),
        endAt: instantText(toMs),
        orderedkW: toThousandths(orderedKw),
        suppliedkW: members === 0 ? null : toThousandths(suppliedKw),
        members,
        unknown,
      }));
    },
  };
}
