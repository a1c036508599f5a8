import { type FollowingAsset, type Tolerance, toleranceKw, type Tolerances } from './tolerance.ts';
import { namesOfPair, type PairName } from '@setpoint/contract';
import type { Ratings } from '../devices/rating.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import { firstIndex } from '../time/first-index.ts';
import type { Interval } from '../time/series.ts';
import type { Window } from '../time/sweep.ts';
import type { InForce } from './in-force.ts';
import type { MeasuredSlot } from './measured-slots.ts';
import { judgeLimit } from './judge-limit.ts';
import { JUDGED_PAIRS, type JudgedPair, limitSideOf } from './judged-pairs.ts';
import { type BandInput, type TargetBand, targetBand } from './target-band.ts';
import { meanWithoutOrders, type WithoutOrders, withoutOrders } from './without-orders.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
/** If less of the time was measured, there is no verdict. */
const MEASURED_AT_LEAST = 0.8;
const WITHIN_AT_LEAST = 0.9;

export type FollowingType = 'activePowerkW' | 'upperLimitkW' | 'lowerLimitkW';

/** Whether an entry of a setpoint, or of a limit, has been followed so far. */
export interface EntryFollowing {
  readonly asset: FollowingAsset;
  readonly type: FollowingType;
  readonly entry: Interval;
  readonly state: 'followed' | 'deviating' | 'unknown';
  /** From when it was in force, and up to when it could be judged. */
  readonly judgedFrom: number;
  readonly judgedUntil: number;
  /** The share of the time up to then that was measured. */
  readonly measuredShare: number;
  /** Over the time that was measured; null if none was. Of a limit nothing is planned. */
  readonly plannedKwh: number | null;
  readonly measuredKwh: number | null;
  /** Measured minus planned; for a limit, minus the limit, over the time beyond it. */
  readonly meanErrorKw: number | null;
  readonly withinShare: number | null;
  /** Only where a pool asked for power in that time. */
  readonly ordered?: OrderedEnergy;
}

/** What pools asked for over the measured time, and what was given of it: measured minus planned without orders. */
export interface OrderedEnergy {
  readonly orderedKwh: number;
  readonly suppliedKwh: number;
}

/** When entries were in force; an interval without `entry` is a whole entry. */
export type InForceCommands = ReadonlyMap<PairName, readonly (Interval & Partial<Pick<InForce, 'entry'>>)[]>;

export interface FollowingInput {
  readonly commands: InForceCommands;
  /** What pools asked for, one order of each service at a time: that is what a site is judged against. */
  readonly orders?: readonly PoolOrder[];
  readonly ratings: Ratings;
  /** Every entry of a setpoint that has begun and overlaps it is judged as a whole, one of a limit within it. */
  readonly window: Window;
  /** All that can be judged, if left out. */
  readonly pairs?: readonly JudgedPair[];
  readonly slots: Readonly<Record<FollowingAsset, readonly MeasuredSlot[]>>;
  readonly tolerances: Tolerances;
  readonly now: number;
}

/** Compares what was planned with what was measured, entry by entry. */
export function judgeFollowing(input: FollowingInput): EntryFollowing[] {
  const { pairs = JUDGED_PAIRS } = input;
  return JUDGED_PAIRS.flatMap((pair) => {
    const pieces = pairs.includes(pair) ? judgedEntries(input, pair) : [];
    if (pieces.length === 0) return [];
    return limitSideOf(pair) === undefined ? judgeSetpoints(input, pair, pieces) : judgeLimits(input, pair, pieces);
  });
}

function judgeSetpoints(input: FollowingInput, pair: JudgedPair, entries: readonly InForce[]): EntryFollowing[] {
  const { asset } = judgedNames(pair);
  const { ratings, slots, tolerances, now, orders = [] } = input;
  const tolerance = tolerances[asset];
  const rampMs = tolerance.rampSeconds * 1_000;
  const window = { fromMs: Math.min(...entries.map(({ startMs }) => startMs)) - rampMs, toMs: now };
  const bandOf = (commands: InForceCommands): BandInput => {
    const segments = resolvePlan({ commands, ratings, window, stored: null })[asset];
    return { segments, commands, asset, rampMs };
  };
  const band = bandOf(layOrders(input.commands, orders));
  const reference = orders.length === 0 ? undefined : withoutOrders(orders, bandOf(input.commands));
  const judging = { asset, slots: slots[asset], tolerance, band, reference, now };
  return entries.map((piece) => judgeEntry({ ...judging, piece }));
}

function judgeLimits(input: FollowingInput, pair: JudgedPair, entries: readonly InForce[]): EntryFollowing[] {
  const names = judgedNames(pair);
  const side = limitSideOf(pair) ?? 'upper';
  const inForce = input.commands.get(pair) ?? [];
  return entries.map((piece) => {
    const { judgedFrom, judgedUntil, slots } = judgedTime(piece, input.slots[names.asset], input.now);
    const { measuredMs, withinShare, ...figures } = judgeLimit({ side, inForce, slots });
    const measuredShare = judgedUntil === judgedFrom ? 0 : measuredMs / (judgedUntil - judgedFrom);
    const isBeyond = withinShare !== null && withinShare < 1;
    const state = isBeyond ? 'deviating' : stateOf(measuredShare, withinShare);
    const shares = { measuredShare, plannedKwh: null, withinShare, ...figures };
    return { ...names, entry: piece.entry, state, judgedFrom, judgedUntil, ...shares };
  });
}

/** What of a piece can be judged: the current minute has no mean yet. */
function judgedTime({ startMs: judgedFrom, endMs }: InForce, slots: readonly MeasuredSlot[], now: number) {
  const judgedUntil = Math.max(judgedFrom, Math.min(endMs, now - (now % MS_PER_MINUTE)));
  const first = firstIndex(slots, ({ fromMs }) => fromMs >= judgedFrom);
  const next = firstIndex(slots, ({ toMs }) => toMs > judgedUntil);
  return { judgedFrom, judgedUntil, slots: slots.slice(first, Math.max(first, next)) };
}

function judgedNames(pair: JudgedPair) {
  // The names of these pairs alone.
  return namesOfPair(pair) as { readonly asset: FollowingAsset; readonly type: FollowingType };
}

/** Where entries of a pair were in force that have begun and overlap the window. */
export function judgedEntries(
  { commands, window, now }: Pick<FollowingInput, 'commands' | 'window' | 'now'>,
  pair: JudgedPair,
): InForce[] {
  const series = commands.get(pair) ?? [];
  const isLimit = limitSideOf(pair) !== undefined;
  const judged = series.filter(({ startMs, endMs }) => startMs < Math.min(now, window.toMs) && endMs > window.fromMs);
  return judged.map((piece) => ({
    ...piece,
    // A limit may have been in force for years.
    startMs: isLimit ? Math.max(piece.startMs, window.fromMs) : piece.startMs,
    entry: piece.entry ?? piece,
  }));
}

interface Judging {
  readonly asset: FollowingAsset;
  readonly piece: InForce;
  readonly slots: readonly MeasuredSlot[];
  readonly tolerance: Tolerance;
  readonly band: BandInput;
  /** What there would have been without the orders. */
  readonly reference: WithoutOrders | undefined;
  readonly now: number;
}

function judgeEntry({ asset, piece, slots, tolerance, band, reference, now }: Judging): EntryFollowing {
  const { entry } = piece;
  const judged = judgedTime(piece, slots, now);
  const { judgedFrom, judgedUntil } = judged;
  const sums = {
    measuredMs: 0,
    planned: 0,
    measured: 0,
    judgedMs: 0,
    withinMs: 0,
    orderedMs: 0,
    ordered: 0,
    supplied: 0,
  };
  for (const slot of judged.slots) addSlot(sums, slot, { band, tolerance, reference });
  const { measuredMs, judgedMs, withinMs } = sums;
  const measuredShare = judgedUntil === judgedFrom ? 0 : measuredMs / (judgedUntil - judgedFrom);
  const withinShare = judgedMs === 0 ? null : withinMs / judgedMs;
  const plannedKwh = measuredMs === 0 ? null : sums.planned / MS_PER_HOUR;
  const measuredKwh = measuredMs === 0 ? null : sums.measured / MS_PER_HOUR;
  const meanErrorKw = measuredMs === 0 ? null : (sums.measured - sums.planned) / measuredMs;
  const state = stateOf(measuredShare, withinShare);
  const shares = { measuredShare, plannedKwh, measuredKwh, meanErrorKw, withinShare };
  const ordered = { orderedKwh: sums.ordered / MS_PER_HOUR, suppliedKwh: sums.supplied / MS_PER_HOUR };
  const what = { asset, type: 'activePowerkW', entry, state, judgedFrom, judgedUntil } as const;
  return { ...what, ...shares, ...(sums.orderedMs === 0 ? {} : { ordered }) };
}

interface Sums {
  measuredMs: number;
  /** kW times ms. */
  planned: number;
  measured: number;
  judgedMs: number;
  withinMs: number;
  orderedMs: number;
  ordered: number;
  supplied: number;
}

type Allowing = Pick<Judging, 'band' | 'tolerance' | 'reference'>;

function addSlot(sums: Sums, slot: MeasuredSlot, { band, tolerance, reference }: Allowing): void {
  const { fromMs, toMs, powerKw, measuredMs } = slot;
  const planned = targetBand({ ...band, rampMs: 0 }, fromMs, toMs);
  if (planned === undefined) return;
  sums.measuredMs += measuredMs;
  sums.planned += planned.meanKw * measuredMs;
  sums.measured += powerKw * measuredMs;
  if (reference !== undefined) addOrdered(sums, slot, planned, reference);
  const allowed = targetBand(band, fromMs, toMs);
  if (allowed === undefined) return;
  const within = toleranceKw(tolerance, planned.meanKw);
  sums.judgedMs += measuredMs;
  if (powerKw >= allowed.lowKw - within && powerKw <= allowed.highKw + within) sums.withinMs += measuredMs;
}

function addOrdered(sums: Sums, slot: MeasuredSlot, planned: TargetBand, reference: WithoutOrders): void {
  const { powerKw, measuredMs } = slot;
  const withoutKw = meanWithoutOrders(reference, slot);
  if (withoutKw === undefined) return;
  sums.orderedMs += measuredMs;
  sums.ordered += (planned.meanKw - withoutKw) * measuredMs;
  sums.supplied += (powerKw - withoutKw) * measuredMs;
}

function stateOf(measuredShare: number, withinShare: number | null): EntryFollowing['state'] {
  if (measuredShare < MEASURED_AT_LEAST || withinShare === null) return 'unknown';
  return withinShare >= WITHIN_AT_LEAST ? 'followed' : 'deviating';
}
