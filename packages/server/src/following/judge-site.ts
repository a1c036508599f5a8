import type { SiteId } from '@setpoint/contract';
import {
  type EntryFollowing,
  FOLLOWING_ASSETS,
  type InForceCommands,
  JUDGED_PAIRS,
  type JudgedPair,
  judgedEntries,
  judgeFollowing,
  KEEP_WITHIN_MS,
  limitSideOf,
  measuredSlots,
  type PoolOrder,
  ratingsOf,
  type StoredMeans,
  type Tolerance,
  type Tolerances,
  type Window,
} from '@setpoint/core';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { ReadableStore } from '../store/store.ts';
import { readMeasurements } from './read-measurements.ts';
import { readStanding } from './read-standing.ts';
import { loadInForce, type TooManyBatches } from './load-in-force.ts';

const TOLERANCE: Tolerance = { kw: 5, percent: 5, rampSeconds: 60 };

/** How far from its target an asset still follows it, and how long it may take to reach it. */
export const TOLERANCES: Tolerances = { grid: TOLERANCE, bess: TOLERANCE };

/** What pools asked a site for in a window of time, one order of each service at a time. */
export type PastOrders = (store: ReadableStore, wanted: { readonly siteId: SiteId } & Window) => Promise<FoundOrders>;

type FoundOrders =
  | { readonly kind: 'found'; readonly orders: readonly PoolOrder[] }
  | { readonly kind: 'too_many'; readonly most: number };

/** Pools were asked more often since then than is looked through. */
export interface TooManyOrders {
  readonly kind: 'too_many_orders';
  readonly most: number;
}

export interface SiteJudging {
  readonly store: ReadableStore;
  readonly pastOrders: PastOrders;
  readonly siteId: SiteId;
  readonly tolerances: Tolerances;
  /** The entries that reach into it are judged: of a setpoint as a whole, of a limit within it. */
  readonly window: Window;
  /** All that can be judged, if left out. */
  readonly pairs?: readonly JudgedPair[];
  readonly now: number;
  readonly mostBatches?: number | undefined;
}

const QUARTER_MS = 900_000;
// As much as is kept by default, together with the longest window that can be asked about.
const LONGEST_MS = 71 * 86_400_000;

export type JudgedSite =
  | { readonly kind: 'judged'; readonly entries: readonly EntryFollowing[] }
  | TooManyBatches
  | TooManyOrders;

/** Whether a site did what was planned for it at the time. */
export async function judgeSite(judging: SiteJudging): Promise<JudgedSite> {
  const { store, siteId, tolerances, window, now, mostBatches } = judging;
  const standing = await store.read(readStanding, { siteId });
  if (standing === undefined) return { kind: 'judged', entries: [] };
  const load = (fromMs: number) => loadInForce({ store, siteId, standing, fromMs, mostBatches });
  const { pairs = JUDGED_PAIRS } = judging;
  const rampsMs = FOLLOWING_ASSETS.map((asset) => tolerances[asset].rampSeconds * 1_000);
  const rampMs = Math.max(...rampsMs, KEEP_WITHIN_MS);
  let loaded = await load(window.fromMs - rampMs);
  if (loaded.kind === 'too_many_batches') return loaded;
  // What had begun before the window is judged from its beginning.
  const begun = Math.max(firstOf(judging, loaded.commands), window.toMs - LONGEST_MS);
  if (begun < window.fromMs) loaded = await load(begun - rampMs);
  if (loaded.kind === 'too_many_batches') return loaded;
  const { commands } = loaded;
  const pieces = piecesOf(judging, commands);
  if (pieces.length === 0) return { kind: 'judged', entries: [] };
  const ordered = await judging.pastOrders(store, {
    siteId,
    fromMs: Math.min(begun, window.fromMs) - rampMs,
    toMs: now,
  });
  if (ordered.kind === 'too_many') return { kind: 'too_many_orders', most: ordered.most };
  const judged = { commands, orders: ordered.orders, window, pairs, now };
  const slots = slotsOf(await readMeans(judging, commands));
  const ratings = ratingsOf(assetsFromText(standing.assets));
  return { kind: 'judged', entries: judgeFollowing({ ...judged, ratings, slots, tolerances }) };
}

function piecesOf({ window, now, pairs = JUDGED_PAIRS }: SiteJudging, commands: InForceCommands) {
  return pairs.flatMap((pair) => judgedEntries({ commands, window, now }, pair).map((piece) => ({ ...piece, pair })));
}

/** When the first began; what a limit asks for is known without what was before. */
function firstOf(judging: SiteJudging, commands: InForceCommands): number {
  const setpoints = piecesOf(judging, commands).filter(({ pair }) => limitSideOf(pair) === undefined);
  return Math.min(...setpoints.map(({ entry }) => entry.startMs));
}

async function readMeans(judging: SiteJudging, commands: InForceCommands): Promise<StoredMeans[]> {
  const { store, siteId, window, now } = judging;
  const pieces = piecesOf(judging, commands);
  if (pieces.length === 0) return [];
  const first = Math.min(...pieces.map(({ startMs }) => startMs));
  const fromMs = Math.max(first - (first % QUARTER_MS), window.toMs - LONGEST_MS);
  const toMs = Math.min(now, Math.max(...pieces.map(({ endMs }) => endMs)));
  const stored: StoredMeans[] = [];
  for (const minutes of [1, 15])
    stored.push(...(await store.read(readMeasurements, { siteId, minutes, fromMs, toMs })));
  return stored;
}

function slotsOf(stored: readonly StoredMeans[]) {
  return { grid: measuredSlots(stored, 'grid'), bess: measuredSlots(stored, 'bess') };
}
