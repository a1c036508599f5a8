import { type PairName, pairName, type PoolId, type PoolServiceName, type SiteId } from '@setpoint/contract';
import {
  appliedVersionOf,
  currentRevision,
  heldSince,
  type Hindrance,
  isOnline,
  type MemberNow,
  revisionOf,
  seriesOf,
  type SiteHold,
} from '@setpoint/core';
import { type Commands, ratingsOf, storedEnergyOf, valuesAt } from '@setpoint/core';
import { rejectionsOf } from '../delivery/stored-rejection.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { listCommandsOf } from './list-commands-of.ts';
import { listMembersNow, type MemberRow } from './list-members-now.ts';
import type { LastOrders } from './last-orders.ts';

/** What is worked out once and kept as long as it is the same. */
interface Known {
  readonly revision: string;
  readonly commands: readonly { readonly pair: PairName; readonly clientId: string; readonly commands: Commands }[];
  readonly assets: string | null;
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
  | { readonly kind: 'known'; readonly members: readonly MemberNow[] }
  | { readonly kind: 'unknown'; readonly rows: readonly MemberRow[] };

/** Who takes part in a pool, and as what. What does not change from tick to tick is not worked out anew. */
export interface MemberKnowledge {
  read(tx: Tx, wanted: MembersWanted): Promise<MembersNow>;
  /** Learns of many members, with a turn for others after each few. */
  learn(poolId: PoolId, rows: readonly MemberRow[], turn: () => Promise<void>): Promise<void>;
}

const MOST_CLOCK_OFFSET_MS = 1_000;
// Reading the schedules of so many takes some 20 ms.
const LEARNED_AT_ONCE = 50;

export function createMemberKnowledge(store: Store, offlineAfterMs: number): MemberKnowledge {
  const byPool = new Map<PoolId, ReadonlyMap<string, Known>>();
  const knownIn = (poolId: PoolId) => byPool.get(poolId) ?? new Map<string, Known>();
  return {
    async read(tx, wanted) {
      const { poolId, at } = wanted;
      const { rows, holds, ofPool } = await listMembersNow(tx, { poolId, at });
      const changed = changedOf(rows, knownIn(poolId));
      if (changed.length > LEARNED_AT_ONCE) return { kind: 'unknown', rows: changed };
      const known = withCommands(rows, knownIn(poolId), await listCommandsOf(tx, idsOf(changed)));
      // Those that left are forgotten.
      byPool.set(poolId, known);
      const seen = (siteId: SiteId) => ({
        ...wanted,
        known,
        holds: [...ofPool, ...(holds.get(siteId) ?? [])],
        offlineAfterMs,
      });
      return { kind: 'known', members: rows.map((row) => memberNow(row, seen(row.siteId))) };
    },
    async learn(poolId, rows, turn) {
      for (let at = 0; at < rows.length; at += LEARNED_AT_ONCE) {
        const some = rows.slice(at, at + LEARNED_AT_ONCE);
        const commands = await store.read(listCommandsOf, idsOf(some));
        byPool.set(poolId, new Map([...knownIn(poolId), ...withCommands(some, knownIn(poolId), commands)]));
        await turn();
      }
    },
  };
}

function idsOf(rows: readonly MemberRow[]): SiteId[] {
  return rows.map(({ siteId }) => siteId);
}

function changedOf(rows: readonly MemberRow[], before: ReadonlyMap<string, Known>): MemberRow[] {
  return rows.filter((row) => before.get(row.siteId)?.revision !== currentRevision(row));
}

function withCommands(
  rows: readonly MemberRow[],
  before: ReadonlyMap<string, Known>,
  commands: ReadonlyMap<SiteId, readonly CommandRow[]>,
): Map<string, Known> {
  return new Map(
    rows.map((row) => {
      const { siteId, assets } = row;
      const last = before.get(siteId);
      const revision = currentRevision(row);
      const set = last?.revision === revision ? last.commands : (commands.get(siteId) ?? []).map(commandOf);
      const devices = last !== undefined && last.assets === assets ? last.devices : devicesOf(row);
      return [siteId, { revision, commands: set, assets, devices }] as const;
    }),
  );
}

interface CommandRow {
  readonly asset: Parameters<typeof pairName>[0]['asset'];
  readonly type: Parameters<typeof pairName>[0]['type'];
  readonly text: string;
  readonly client_id: string;
}

function commandOf({ asset, type, text, client_id: clientId }: CommandRow): Known['commands'][number] {
  const pair = pairName({ asset, type });
  return { pair, clientId, commands: new Map([[pair, seriesOf(text)]]) };
}

function devicesOf({ assets: text, reportedAt }: MemberRow): Known['devices'] {
  const assets = assetsFromText(text);
  const stored = storedEnergyOf(assets, reportedAt);
  const capacityWh = (stored?.capacityKwh ?? 0) * 1_000;
  if (stored === null || capacityWh <= 0) return { ratings: ratingsOf(assets) };
  const storedWh = Math.min(1, Math.max(0, stored.socPercent / 100)) * capacityWh;
  return { ratings: ratingsOf(assets), storage: { capacityWh, storedWh } };
}

interface Seen extends MembersWanted {
  readonly known: ReadonlyMap<string, Known>;
  readonly holds: readonly SiteHold[];
  readonly offlineAfterMs: number;
}

function memberNow(row: MemberRow, seen: Seen): MemberNow {
  const { siteId, role, rank, rampKwPerSecond } = row;
  const known = seen.known.get(siteId);
  const hindrance = hindranceOf(row, seen);
  // What a held member sold stays sold: only then is it told that it is missing.
  const set = (known?.commands ?? []).filter(
    ({ pair, clientId }) => hindrance === 'held' || heldSince(seen.holds, { pair, clientId }) === null,
  );
  const values = Object.assign({}, ...set.map(({ commands }) => valuesAt(commands, seen.at))) as MemberNow['values'];
  return {
    siteId,
    role,
    rank,
    rampKwPerSecond,
    values,
    ...(known?.devices ?? devicesOf(row)),
    hindrance,
    last: seen.orders.get(siteId) ?? null,
  };
}

function hindranceOf(row: MemberRow, { service, at, holds, offlineAfterMs }: Seen): Hindrance | null {
  const { reportedAt, disconnectedAt, clockOffsetMs } = row;
  if (holds.some(({ asset, clientId }) => clientId === null && (asset === null || asset === 'grid'))) return 'held';
  if (!isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs })) return 'offline';
  if (appliedVersionOf(row.revision, revisionOf(row), at) !== row.version) return 'behind';
  const activation = `grid/${service}ActivationkW`;
  if (rejectionsOf(row.rejected).some(({ asset, type }) => `${asset}/${type}` === activation)) return 'rejecting';
  return Math.abs(clockOffsetMs ?? 0) > MOST_CLOCK_OFFSET_MS ? 'clock' : null;
}
