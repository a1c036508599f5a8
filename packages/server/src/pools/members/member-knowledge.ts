import {
  type PairName,
  pairName,
  type PairNames,
  type PoolId,
  type PoolServiceName,
  type SiteId,
} from '@setpoint/contract';
import {
  currentRevision,
  heldSince,
  hindranceOf,
  isOnline,
  type MemberNow,
  type PoolOrder,
  ratingsOf,
  seriesOf,
  type SiteHold,
  storedEnergyOf,
  valuesAt,
} from '@setpoint/core';
import { rejectionsOf } from '../../delivery/stored-rejection.ts';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import {
  appliedBy,
  type EarlierSchedule,
  isBehind,
  readEarlierSchedules,
  type SetCommands,
} from './read-earlier-schedules.ts';
import { listAssetsOf, listCommandsOf, listMembersNow, type MemberRow, readGoneMembers } from './list-members-now.ts';
import type { LastOrders } from '../signals/last-orders.ts';

/** What is worked out once and kept as long as it is the same. */
interface Known {
  readonly revision: string;
  readonly version: number;
  readonly commands: SetCommands;
  /** What its controller goes by, while that is something else. */
  readonly earlier: EarlierSchedule | undefined;
  /** What its devices can do, and when their storage was looked at: both as they were reported. */
  readonly ratings: string;
  readonly reportedAt: number | null;
  readonly devices: Pick<MemberNow, 'ratings' | 'storage'>;
}

interface MembersWanted {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly at: number;
  readonly orders: LastOrders['orders'];
}

/** Members, or those of which more has to be learned first than is read in one go. */
export type MembersNow =
  | {
      readonly kind: 'known';
      readonly members: readonly MemberNow[];
      /** Who left and may still follow its last order. */
      readonly gone: readonly MemberNow[];
      /** Until when each is waited for to which a schedule is on its way. */
      readonly awaitedUntil: readonly number[];
    }
  | { readonly kind: 'unknown'; readonly rows: readonly MemberRow[] };

/** Who takes part in a pool, and as what. What does not change from division to division is not worked out anew. */
export interface MemberKnowledge {
  read(tx: Tx, wanted: MembersWanted): Promise<MembersNow>;
  /** Learns of many members, with a turn for others after each few. */
  learn(poolId: PoolId, rows: readonly MemberRow[], turn: () => Promise<void>): Promise<void>;
}

// Reading the schedules of so many takes some 20 ms.
const LEARNED_AT_ONCE = 50;

/** What pools ask a site for now. */
export type OrdersOf = (siteId: SiteId) => readonly Pick<PoolOrder, 'service' | 'watts' | 'validUntil'>[];

export function createMemberKnowledge(store: Store, offlineAfterMs: number, ordersOf: OrdersOf): MemberKnowledge {
  const byPool = new Map<PoolId, ReadonlyMap<string, Known>>();
  const knownIn = (poolId: PoolId) => byPool.get(poolId) ?? new Map<string, Known>();
  return {
    async read(tx, wanted) {
      const { poolId, at, orders } = wanted;
      const { rows, holds, ofPool } = await listMembersNow(tx, { poolId, at });
      const news = newsOf(rows, knownIn(poolId));
      if (news.set.length > LEARNED_AT_ONCE) return { kind: 'unknown', rows: news.set };
      const known = withNews(rows, knownIn(poolId), await readNews(tx, news, knownIn(poolId)));
      // Those that left are forgotten.
      byPool.set(poolId, known);
      const seen = (siteId: SiteId) => ({
        ...wanted,
        known,
        holds: [...ofPool, ...(holds.get(siteId) ?? [])],
        offlineAfterMs,
        ordersOf,
      });
      const members = rows.map((row) => memberNow(row, seen(row.siteId)));
      const ids = new Set(idsOf(rows));
      return {
        kind: 'known',
        members,
        gone: await readGoneMembers(tx, { orders, members: ids, at, offlineAfterMs }),
        awaitedUntil: rows.flatMap((row) => earlierOf(row, known.get(row.siteId)) ?? []).map(awaitedUntil),
      };
    },
    async learn(poolId, rows, turn) {
      for (let at = 0; at < rows.length; at += LEARNED_AT_ONCE) {
        const some = rows.slice(at, at + LEARNED_AT_ONCE);
        const before = knownIn(poolId);
        const read = await store.read((tx: Tx) => readNews(tx, newsOf(some, before), before), undefined);
        byPool.set(poolId, new Map([...knownIn(poolId), ...withNews(some, knownIn(poolId), read)]));
        await turn();
      }
    },
  };
}

/** The members of whom something else is set, and those with other devices. */
interface News {
  readonly set: readonly MemberRow[];
  readonly devices: readonly MemberRow[];
}

function newsOf(rows: readonly MemberRow[], before: ReadonlyMap<string, Known>): News {
  return {
    set: rows.filter((row) => isNews(row, before.get(row.siteId))),
    devices: rows.filter((row) => {
      const last = before.get(row.siteId);
      if (last?.ratings !== row.ratings) return true;
      return last.devices.storage !== undefined && last.reportedAt !== row.reportedAt;
    }),
  };
}

function isNews(row: MemberRow, known: Known | undefined): boolean {
  if (known?.revision !== currentRevision(row)) return true;
  return isBehind(row) && known.earlier?.version !== appliedBy(row);
}

type Read = Awaited<ReturnType<typeof readNews>>;

async function readNews(tx: Tx, { set, devices }: News, before: ReadonlyMap<string, Known>) {
  const commands = await listCommandsOf(tx, idsOf(set));
  const assets = await listAssetsOf(tx, idsOf(devices));
  const earlier = await readEarlierSchedules(tx, set, (siteId) => before.get(siteId));
  return { set: new Set(set), commands, assets, earlier };
}

function idsOf(rows: readonly MemberRow[]): SiteId[] {
  return rows.map(({ siteId }) => siteId);
}

function withNews(
  rows: readonly MemberRow[],
  before: ReadonlyMap<string, Known>,
  read: Read,
): ReadonlyMap<string, Known> {
  if (read.set.size === 0 && read.assets.size === 0 && rows.length === before.size) return before;
  return new Map(rows.map((row) => [row.siteId, knownOf(row, before.get(row.siteId), read)]));
}

function knownOf(row: MemberRow, last: Known | undefined, { set, commands, assets, earlier }: Read): Known {
  const { siteId, ratings, reportedAt, version } = row;
  const text = assets.get(siteId);
  const { devices, ...reported } =
    last !== undefined && text === undefined
      ? last
      : { ratings, reportedAt, devices: devicesOf(text ?? null, reportedAt) };
  if (last !== undefined && !set.has(row)) return devices === last.devices ? last : { ...last, ...reported, devices };
  const now = { revision: currentRevision(row), version, commands: (commands.get(siteId) ?? []).map(commandOf) };
  return { ...reported, ...now, earlier: earlier.get(siteId), devices };
}

type CommandRow = PairNames & { readonly text: string; readonly clientId: string };

function commandOf({ text, clientId, ...names }: CommandRow): Known['commands'][number] {
  const pair = pairName(names);
  return { pair, clientId, commands: new Map([[pair, seriesOf(text)]]) };
}

function devicesOf(text: string | null, reportedAt: number | null): Known['devices'] {
  const assets = assetsFromText(text);
  const stored = storedEnergyOf(assets, reportedAt);
  const capacityWh = (stored?.capacityKwh ?? 0) * 1_000;
  if (stored === null || capacityWh <= 0) return { ratings: ratingsOf(assets) };
  const storedWh = Math.min(1, Math.max(0, stored.socPercent / 100)) * capacityWh;
  const solarWatts = Math.max(0, assets.solar?.activePowerkW ?? 0) * 1_000;
  return { ratings: ratingsOf(assets), storage: { capacityWh, storedWh, solarWatts } };
}

interface Seen extends MembersWanted {
  readonly known: ReadonlyMap<string, Known>;
  readonly holds: readonly SiteHold[];
  readonly offlineAfterMs: number;
  readonly ordersOf: OrdersOf;
}

function memberNow(row: MemberRow, seen: Seen): MemberNow {
  const { siteId, role, rank, rampKwPerSecond } = row;
  const known = seen.known.get(siteId);
  const condition = conditionOf(row, known, seen);
  const { rejected } = condition;
  const hindrance = hindranceOf(condition);
  // What a held member sold stays sold: only then is it told that it is missing.
  const valuesOf = (set: SetCommands = []) => {
    const going = set.filter(({ pair, clientId }) => hindrance === 'held' || !isHeldOf(seen.holds, pair, clientId));
    return Object.assign({}, ...going.map(({ commands }) => valuesAt(commands, seen.at))) as MemberNow['values'];
  };
  const earlier = earlierOf(row, known);
  return {
    siteId,
    role,
    rank,
    rampKwPerSecond,
    values: valuesOf(known?.commands),
    ...(earlier === undefined ? {} : { valuesBefore: valuesOf(earlier.commands) }),
    ...(known?.devices ?? devicesOf(null, null)),
    rejected,
    hindrance,
    // A controller that does not take what is set may go on with the order that it has.
    isReachable: condition.isOnline && hindrance !== 'behind',
    last: seen.orders.get(siteId) ?? null,
    otherWatts: seen
      .ordersOf(siteId)
      .find(({ service, validUntil }) => service !== seen.service && validUntil > seen.at)?.watts,
  };
}

/** What a member still goes by, where something else is on its way to it. */
function earlierOf(row: MemberRow, known: Known | undefined): EarlierSchedule | undefined {
  return isBehind(row) && known?.earlier?.version === appliedBy(row) ? known.earlier : undefined;
}

// The slowest way to ask: a controller by HTTPS that asks once a minute, or whose poll waits as long.
const ON_ITS_WAY_MS = 60_000;

function awaitedUntil({ since }: EarlierSchedule): number {
  return since + ON_ITS_WAY_MS;
}

function isHeldOf(holds: readonly SiteHold[], pair: PairName, clientId: string | null): boolean {
  return heldSince(holds, { pair, clientId: clientId ?? '' }) !== null;
}

function conditionOf(row: MemberRow, known: Known | undefined, { service, at, holds, offlineAfterMs }: Seen) {
  const { reportedAt, disconnectedAt, clockOffsetMs } = row;
  const earlier = earlierOf(row, known);
  const isAwaited = appliedBy(row, at) !== null && earlier !== undefined && at < awaitedUntil(earlier);
  const rejected = new Set(rejectionsOf(row.rejected).map(({ asset, type }) => `${asset}/${type}`));
  return {
    isHeld: holds.some(({ asset, clientId }) => clientId === null && (asset === null || asset === 'grid')),
    isOnline: isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs }),
    isBehind: appliedBy(row, at) !== row.version && !isAwaited,
    isRejecting: rejected.has(`grid/${service}ActivationkW`),
    rejected,
    clockOffsetMs,
  };
}
