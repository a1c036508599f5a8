import { type Asset, CATALOGUE, type CatalogueRow, namesOfPair, type PairName, pairName } from '@setpoint/contract';
import type { Ratings } from '../devices/rating.ts';
import { sweep, type Window } from '../time/sweep.ts';
import type { Commands, Values } from '../time/values-at.ts';
import { bessAt } from './bess-at.ts';
import { gridAt } from './grid-at.ts';
import { isSameSituation, listsLike } from './is-same-situation.ts';
import { layOrders, orderedPair, type PoolOrder } from './lay-orders.ts';
import {
  ENERGY_RULES,
  type EnergyOutlook,
  type EnergyRules,
  type EnergyViolation,
  projectEnergy,
  type StoredEnergy,
} from './project-energy.ts';
import type { BessSituation, Segment, Situation, Step } from './segment.ts';
import { solarAt } from './solar-at.ts';

const GRID_PAIRS = pairsWhere(({ asset }) => asset === 'grid');
const SOLAR_PAIRS = pairsWhere(({ asset }) => asset === 'solar');
const ENERGY_PAIRS = pairsWhere(({ type, books, activates }) => type === 'activePowerkW' || !!books || !!activates);
const BESS_PAIRS = new Set([...ENERGY_PAIRS, ...pairsWhere(({ asset }) => asset === 'bess')]);

function pairsWhere(isWanted: (row: CatalogueRow) => boolean): ReadonlySet<PairName> {
  return new Set(CATALOGUE.filter(isWanted).map(pairName));
}

export interface PlanInput {
  readonly commands: Commands;
  /** The commands under a hold: set, but not carried out. */
  readonly held?: ReadonlySet<PairName>;
  /** What pools ask for, one of each service at most; each takes the place of what is set for its service. */
  readonly orders?: readonly PoolOrder[];
  readonly ratings: Ratings;
  readonly window: Window;
  /** null if the capacity or the state of charge is not known. */
  readonly stored: StoredEnergy | null;
  readonly energyRules?: EnergyRules;
}

export interface Plan {
  readonly grid: readonly Segment[];
  readonly bess: readonly Segment<BessSituation>[];
  readonly solar: readonly Segment[];
  readonly energy: EnergyOutlook;
}

/** What will happen in a window of time, and why. */
export function resolvePlan(input: PlanInput): Plan {
  const {
    commands: set,
    held = NOTHING,
    orders = [],
    ratings,
    window,
    stored,
    energyRules: rules = ENERGY_RULES,
  } = input;
  const commands = layOrders(set, orders);
  const asked = { held, orders, window };
  const bess = segmentsOf(only(commands, BESS_PAIRS), { ...asked, asset: 'bess' }, (values) =>
    bessAt(values, ratings.bess),
  );
  const acting = new Map([...only(set, ENERGY_PAIRS)].filter(([pair]) => !held.has(pair)));
  const energy = projectEnergy({ commands: layOrders(acting, orders), ratings, stored, toMs: window.toMs, rules });
  return {
    grid: segmentsOf(only(commands, GRID_PAIRS), { ...asked, asset: 'grid' }, (values) => gridAt(values, ratings.grid)),
    bess: energy.violation === null ? bess : withEnergyIssue(bess, energy.violation),
    solar: segmentsOf(only(commands, SOLAR_PAIRS), { ...asked, asset: 'solar' }, (values) =>
      solarAt(values, ratings.solar),
    ),
    energy,
  };
}

const NOTHING: ReadonlySet<PairName> = new Set();

// Each group is evaluated only where a command changes that it depends on.
function only(commands: Commands, pairs: ReadonlySet<PairName>): Commands {
  return new Map([...commands].filter(([pair]) => pairs.has(pair)));
}

interface Asked {
  readonly held: ReadonlySet<PairName>;
  readonly orders: readonly PoolOrder[];
  readonly window: Window;
  readonly asset: Asset;
}

function segmentsOf<Held extends Situation>(
  commands: Commands,
  { held, orders, window, asset }: Asked,
  situationAt: (values: Values) => Held,
): Segment<Held>[] {
  const segments: (Held & { readonly from: number; to: number })[] = [];
  const heldPairs = [...commands.keys()].filter((pair) => held.has(pair));
  const heldSituation = (values: Values, pairs: readonly PairName[]): Held => {
    const situation = situationAt(without(values, pairs));
    const ownPairs = pairs.filter((pair) => namesOfPair(pair).asset === asset);
    const isMarked = isAnySet(ownPairs, values) || isMoved(situationAt(values), situation);
    return isMarked ? withHold(situation) : situation;
  };
  sweep(commands, window, ({ fromMs, toMs, values }) => {
    const ordered = asset === 'solar' ? [] : orders.filter(({ at, validUntil }) => at <= fromMs && fromMs < validUntil);
    // A hold stops what is set, not the order in its place.
    const stopped = ordered.length === 0 ? heldPairs : withoutPairs(heldPairs, ordered.map(orderedPair));
    const asSet = isAnySet(stopped, values) ? heldSituation(values, stopped) : situationAt(values);
    const situation = ordered.length === 0 ? asSet : nameOrders(asSet, ordered, asset);
    const last = segments.at(-1);
    if (last !== undefined && isSameSituation(last, situation)) last.to = toMs;
    else {
      const { because, issues } = listsLike(last, situation);
      segments.push({ ...situation, because, issues, from: fromMs, to: toMs });
    }
  });
  return segments;
}

/** Says of the steps that orders made that they did; for the connection point also of an order for nothing. */
function nameOrders<Held extends Situation>(situation: Held, orders: readonly PoolOrder[], asset: Asset): Held {
  const byPair = new Map<Step['source'], PoolOrder>(orders.map((order) => [orderedPair(order), order]));
  const because = situation.because.map((step) => {
    const order = byPair.get(step.source);
    return order === undefined ? step : { ...step, source: 'order' as const, order };
  });
  const after = situation.target ?? situation.offset ?? 0;
  const idle = asset === 'grid' ? orders.filter(({ watts }) => watts === 0) : [];
  return {
    ...situation,
    because: [...because, ...idle.map((order) => ({ source: 'order' as const, delta: 0, after, order }))],
  };
}

function withoutPairs(pairs: readonly PairName[], others: readonly PairName[]): PairName[] {
  return pairs.filter((pair) => !others.includes(pair));
}

function isAnySet(pairs: Iterable<PairName>, values: Values): boolean {
  for (const pair of pairs) if (values[pair] !== undefined) return true;
  return false;
}

/** Whether a group is to do something else; to add nothing is what it does without being asked. */
function isMoved(set: Situation, carriedOut: Situation): boolean {
  return set.target !== carriedOut.target || (set.offset ?? 0) !== (carriedOut.offset ?? 0);
}

function without(values: Values, pairs: readonly PairName[]): Values {
  return { ...values, ...Object.fromEntries(pairs.map((pair) => [pair, undefined])) };
}

function withHold<Held extends Situation>(situation: Held): Held {
  const after = situation.target ?? situation.offset ?? 0;
  return {
    ...situation,
    because: [...situation.because, { source: 'hold', delta: 0, after }],
    issues: [...situation.issues, { code: 'held', amount: null }],
  };
}

// What began before the window is reported at its start.
function withEnergyIssue(
  segments: readonly Segment<BessSituation>[],
  { at, missingKwh }: EnergyViolation,
): Segment<BessSituation>[] {
  const place = segments.findIndex((segment) => at < segment.to);
  return segments.map((segment, index) =>
    index === place
      ? { ...segment, issues: [...segment.issues, { code: 'energy', amount: missingKwh, at } as const] }
      : segment,
  );
}
