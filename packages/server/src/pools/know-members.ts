import { type PairName, pairName, type PoolId, type PoolServiceName } from '@setpoint/contract';
import {
  currentRevision,
  heldSince,
  type Hindrance,
  isOnline,
  type MemberNow,
  seriesOf,
  type SiteHold,
} from '@setpoint/core';
import { type Commands, ratingsOf, storedEnergyOf, valuesAt } from '@setpoint/core';
import { rejectionsOf } from '../delivery/stored-rejection.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
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

export type KnowMembers = (tx: Tx, wanted: MembersWanted) => Promise<MemberNow[]>;

const MOST_CLOCK_OFFSET_MS = 1_000;

/** Reads who takes part in a pool now, and as what. What does not change from tick to tick is not worked out anew. */
export function createKnowMembers(offlineAfterMs: number): KnowMembers {
  const byPool = new Map<PoolId, ReadonlyMap<string, Known>>();
  return async (tx, wanted) => {
    const { poolId, at } = wanted;
    const { rows, holds } = await listMembersNow(tx, { poolId, at });
    const before = byPool.get(poolId) ?? new Map<string, Known>();
    const known = await knownOf(tx, rows, before);
    byPool.set(poolId, known);
    return rows.map((row) => memberNow(row, { ...wanted, known, holds: holds.get(row.siteId) ?? [], offlineAfterMs }));
  };
}

async function knownOf(
  tx: Tx,
  rows: readonly MemberRow[],
  before: ReadonlyMap<string, Known>,
): Promise<ReadonlyMap<string, Known>> {
  const changed = rows.filter((row) => before.get(row.siteId)?.revision !== currentRevision(row));
  const commands = await listCommandsOf(
    tx,
    changed.map(({ siteId }) => siteId),
  );
  return new Map(
    rows.map((row) => {
      const { siteId, assets } = row;
      const last = before.get(siteId);
      const revision = currentRevision(row);
      const isSame = last?.revision === revision;
      const set = isSame ? last.commands : (commands.get(siteId) ?? []).map(commandOf);
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
  const set = (known?.commands ?? []).filter(
    ({ pair, clientId }) => heldSince(seen.holds, { pair, clientId }) === null,
  );
  const values = Object.assign({}, ...set.map(({ commands }) => valuesAt(commands, seen.at))) as MemberNow['values'];
  return {
    siteId,
    role,
    rank,
    rampKwPerSecond,
    values,
    ...(known?.devices ?? devicesOf(row)),
    hindrance: hindranceOf(row, seen),
    last: seen.orders.get(siteId) ?? null,
  };
}

function hindranceOf(row: MemberRow, { service, at, holds, offlineAfterMs }: Seen): Hindrance | null {
  const { reportedAt, disconnectedAt, clockOffsetMs } = row;
  if (holds.some(({ asset, clientId }) => clientId === null && (asset === null || asset === 'grid'))) return 'held';
  if (!isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs })) return 'offline';
  if (row.revision !== currentRevision(row)) return 'behind';
  const activation = `grid/${service}ActivationkW`;
  if (rejectionsOf(row.rejected).some(({ asset, type }) => `${asset}/${type}` === activation)) return 'rejecting';
  return Math.abs(clockOffsetMs ?? 0) > MOST_CLOCK_OFFSET_MS ? 'clock' : null;
}
