import type { PairName } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';
import type { Ratings } from '../devices/rating.ts';
import { FOLLOWING_ASSETS, type FollowingAsset } from '../following/judge-following.ts';
import { type Tolerance, toleranceKw } from '../following/tolerance.ts';
import { fcrPair } from '../plan/fcr-pair.ts';
import { FULL_ACTIVATION_MS } from '../plan/full-activation-ms.ts';
import { planAt } from '../plan/resolve-instant.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import type { Interval } from '../time/series.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import { sinceSet } from './since-set.ts';

const SERVICES = ['afrr', 'mfrr'] as const;

/**
 * The commands with each activation at the least and at the most that it was within its full activation time: a site
 * may be anywhere between these. Nothing, where no activation is on its way.
 */
function activationsOnTheirWay(commands: Commands, now: number): Commands[] {
  return SERVICES.reduce<Commands[]>((found, service) => {
    const pair: PairName = `grid/${service}ActivationkW`;
    const values = valuesWithin(commands.get(pair) ?? [], now - FULL_ACTIVATION_MS[service], now);
    const ends = values.length === 0 ? [] : [Math.min(...values), Math.max(...values)];
    if (ends[0] === ends[1]) return found;
    const bases = found.length === 0 ? [commands] : found;
    return bases.flatMap((base) =>
      ends.map((value) => new Map(base).set(pair, [{ startMs: now, endMs: now + 1, value }])),
    );
  }, []);
}

/** All that was in force between two instants, 0 where nothing was; nothing, where nothing is in force at the last. */
function valuesWithin(entries: readonly Interval[], fromMs: number, toMs: number): number[] {
  const within = entries.filter(({ startMs, endMs }) => startMs <= toMs && endMs > fromMs);
  if (!within.some(({ endMs }) => endMs > toMs)) return [];
  const coveredMs = within.reduce(
    (sum, { startMs, endMs }) => sum + Math.min(endMs, toMs) - Math.max(startMs, fromMs),
    0,
  );
  return [...within.map(({ value }) => value), ...(coveredMs < toMs - fromMs ? [0] : [])];
}

/** The powers that are right, with what is tolerated. */
export interface PowerBand {
  readonly lowKw: number;
  readonly highKw: number;
}

/** What an asset with a setpoint should do at one instant. */
export interface SetpointToKeep {
  readonly targetKw: number;
  readonly now: PowerBand;
  /** All that was right at any time of the last ramp, and with activations on their way; null while there was not always a target in it. */
  readonly due: PowerBand | null;
}

export interface SetpointsToKeep {
  readonly assets: Readonly<Partial<Record<FollowingAsset, SetpointToKeep>>>;
  /** Until when all of it holds; null for ever. */
  readonly untilMs: number | null;
}

interface SetpointsInput {
  /** What is set and not held. */
  readonly commands: ReadonlyMap<PairName, readonly EntryFacts[]>;
  readonly ratings: Ratings;
  readonly tolerances: Readonly<Record<FollowingAsset, Tolerance>>;
  readonly now: number;
}

/** The setpoints in force, as far as a site has had the time to reach them. */
export function setpointsToKeep({ commands, ratings, tolerances, now }: SetpointsInput): SetpointsToKeep {
  const inForce = new Map([...commands].map(([pair, entries]) => [pair, entries.map(sinceSet)]));
  const longestMs = Math.max(...FOLLOWING_ASSETS.map((asset) => tolerances[asset].rampSeconds)) * 1_000;
  const plan = resolvePlan({
    commands: inForce,
    ratings,
    window: { fromMs: now - longestMs, toMs: now + 1 },
    stored: null,
  });
  const onTheirWay = activationsOnTheirWay(inForce, now);
  const assets: Partial<Record<FollowingAsset, SetpointToKeep>> = {};
  for (const asset of FOLLOWING_ASSETS) {
    const tolerance = tolerances[asset];
    const fromMs = now - tolerance.rampSeconds * 1_000;
    const isSet = inForce.get(`${asset}/activePowerkW`)?.some(({ startMs, endMs }) => startMs <= now && now < endMs);
    const targets = plan[asset].flatMap(({ from, to, target }) => (to > fromMs && from <= now ? [target] : []));
    const targetKw = targets.at(-1);
    if (isSet !== true || targetKw == null) continue;
    const { lessKw, moreKw } = fcrPair(valuesAt(inForce, now), asset);
    const bandOf = (known: readonly number[]): PowerBand => ({
      lowKw: Math.min(...known.map((kw) => kw - toleranceKw(tolerance, kw))) - lessKw,
      highKw: Math.max(...known.map((kw) => kw + toleranceKw(tolerance, kw))) + moreKw,
    });
    const known = targets.flatMap((target) => target ?? []);
    const partly = onTheirWay.flatMap((some) => planAt(some, ratings, now)[asset].target ?? []);
    const due = known.length < targets.length ? null : bandOf([...known, ...partly]);
    assets[asset] = { targetKw, now: bandOf([targetKw]), due };
  }
  return { assets, untilMs: nextChange(inForce, [longestMs, ...Object.values(FULL_ACTIVATION_MS)], now) };
}

/** When an entry begins or ends next, or a ramp that began there is over. */
function nextChange(
  commands: ReadonlyMap<PairName, readonly Interval[]>,
  rampsMs: readonly number[],
  now: number,
): number | null {
  let next: number | null = null;
  for (const entries of commands.values()) {
    for (const edge of entries.flatMap(({ startMs, endMs }) => [startMs, endMs])) {
      for (const afterMs of [0, ...rampsMs]) {
        if (edge + afterMs > now && (next === null || edge + afterMs < next)) next = edge + afterMs;
      }
    }
  }
  return next;
}
