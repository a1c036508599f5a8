import type { PoolId, SiteId } from '@setpoint/contract';
import {
  type InForceCommands,
  type MeasuredSlot,
  measuredSlots,
  ratingsOf,
  type StoredMeans,
  type SuppliedSlot,
  suppliedSlots,
  type Window,
} from '@setpoint/core';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { ReadableStore } from '../store/store.ts';
import type { PastOrders, TooManyOrders } from './judge-site.ts';
import { loadInForce } from './load-in-force.ts';
import { readMeasurements } from './read-measurements.ts';
import { readStanding } from './read-standing.ts';

interface SuppliedAsking {
  readonly store: ReadableStore;
  readonly pastOrders: PastOrders;
  readonly siteId: SiteId;
  readonly poolId: PoolId;
  /** In order; minutes or quarters of an hour. */
  readonly slots: readonly Window[];
}

type SuppliedBySite = { readonly kind: 'found'; readonly slots: readonly SuppliedSlot[] } | TooManyOrders;

/** What a pool asked a site for, slot by slot, and what the site supplied of it. */
export async function suppliedBySite(asking: SuppliedAsking): Promise<SuppliedBySite> {
  const { store, pastOrders, siteId, poolId, slots } = asking;
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'found', slots: [] };
  const window = { fromMs: first.fromMs, toMs: last.toMs };
  const ordered = await pastOrders(store, { siteId, ...window });
  if (ordered.kind === 'too_many') return { kind: 'too_many_orders', most: ordered.most };
  const { orders } = ordered;
  if (!orders.some((order) => order.poolId === poolId)) return { kind: 'found', slots: [] };
  const known = await readKnown(asking, window);
  return { kind: 'found', slots: suppliedSlots({ poolId, slots, orders, ...known }) };
}

interface Known {
  readonly commands: InForceCommands;
  readonly ratings: ReturnType<typeof ratingsOf>;
  readonly measured: readonly MeasuredSlot[];
}

const MINUTE_MS = 60_000;

/** Nothing of a site that is removed, or whose schedule changed too often to be looked through. */
async function readKnown(asking: SuppliedAsking, { fromMs }: Window): Promise<Known> {
  const { store, siteId } = asking;
  const standing = await store.read(readStanding, { siteId });
  const ratings = ratingsOf(assetsFromText(standing?.assets ?? null));
  const loaded = standing && (await loadInForce({ store, siteId, standing, fromMs }));
  if (loaded?.kind !== 'loaded') return { commands: new Map(), ratings, measured: [] };
  return { commands: loaded.commands, ratings, measured: measuredSlots(await readMeans(asking), 'grid') };
}

async function readMeans({ store, siteId, slots }: SuppliedAsking): Promise<StoredMeans[]> {
  const stored: StoredMeans[] = [];
  for (const [minutes, those] of Map.groupBy(slots, ({ fromMs, toMs }) => (toMs - fromMs) / MINUTE_MS)) {
    const window = { fromMs: those[0]?.fromMs ?? 0, toMs: those.at(-1)?.toMs ?? 0 };
    stored.push(...(await store.read(readMeasurements, { siteId, minutes, ...window })));
  }
  return stored;
}
