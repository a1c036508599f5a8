import type { PairName } from '@setpoint/contract';
import type { Ratings } from '../devices/rating.ts';
import { askedSince, targetAt } from './asked-since.ts';
import { dueLimit, type LimitSide, limitBand } from './due-limit.ts';
import { FOLLOWING_ASSETS, type FollowingAsset, toleranceKw, type Tolerances } from './tolerance.ts';
import { fcrPair } from '../plan/fcr-pair.ts';
import { FULL_ACTIVATION_MS } from '../plan/full-activation-ms.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { solarAt } from '../plan/solar-at.ts';
import type { Interval } from '../time/series.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import { hullOf, type PowerBand } from './power-band.ts';

/** What the power of an asset is to keep at one instant. */
export interface Expected {
  readonly asset: 'grid' | 'bess' | 'solar';
  /** `charge`: it is to move towards a state of charge. */
  readonly what: 'setpoint' | 'charge' | LimitSide;
  /** The target, or the limit; of a charge, the least power that moves it. */
  readonly kW: number;
  readonly now: PowerBand;
  /** All that was right at any time in which the site may still be on its way; null while anything is. */
  readonly due: PowerBand | null;
}

/** What is known of a site around an instant, as far as its power is judged by it. */
export interface ExpectedOf {
  /** What is set and not held, each entry from when it was set. */
  readonly commands: Commands;
  readonly ratings: Ratings;
  /** What pools ask for, or asked for within the last ramp; null where that is not known. */
  readonly orders: readonly PoolOrder[] | null;
  /** What the controller says that it gives in part, and how much of it. */
  readonly limited: readonly { readonly asset: string; readonly type: string; readonly kW: number }[];
  /** The charge that the storage is to come to by itself, and what it has; left out, none. */
  readonly charge?: Charge | undefined;
  /** No setpoint is looked at, if left out. */
  readonly tolerances?: Tolerances | undefined;
}

interface Charge {
  readonly wantedPcnt: number;
  readonly socPcnt: number;
  readonly sinceMs: number;
}

/** What a site is to do at one instant, by all that is set and ordered, as far as it has had the time for it. */
export function expectedAt(site: ExpectedOf, now: number): Expected[] {
  const { commands, ratings } = site;
  const limits = (['upper', 'lower'] as const).flatMap((side) =>
    limitAt(commands.get(`grid/${side}LimitkW`) ?? [], 'grid', side, now),
  );
  const curtailed = (commands.get('solar/solarCurtailmentPcnt') ?? []).flatMap((piece) => {
    const { hi } = solarAt({ 'solar/solarCurtailmentPcnt': piece.value }, ratings.solar);
    return hi === null ? [] : [{ ...piece, value: hi }];
  });
  return [...setpointsAt(site, now), ...chargeAt(site, now), ...limits, ...limitAt(curtailed, 'solar', 'upper', now)];
}

// As near as a storage comes by itself, and how long it may rest before.
const CHARGE_NEAR_PCNT = 5;
const CHARGE_RESTS_MS = 900_000;
const CHARGE_KW = 1;

// It charges with what these leave, which may be nothing.
const TAKING_POWER = ['grid/upperLimitkW', 'grid/lowerLimitkW', 'grid/fcrImportkW', 'grid/fcrExportkW'] as const;

function chargeAt({ charge, commands, limited }: ExpectedOf, now: number): Expected[] {
  if (charge === undefined || limited.some(({ type }) => type === 'optimalSocPcnt')) return [];
  const values = valuesAt(commands, now);
  if (TAKING_POWER.some((pair) => values[pair] !== undefined)) return [];
  const awayPcnt = charge.socPcnt - charge.wantedPcnt;
  if (Math.abs(awayPcnt) <= CHARGE_NEAR_PCNT) return [];
  // Plus is discharge.
  const right: PowerBand =
    awayPcnt > 0 ? { lowKw: CHARGE_KW, highKw: Number.MAX_VALUE } : { lowKw: -Number.MAX_VALUE, highKw: -CHARGE_KW };
  const due = now - charge.sinceMs >= CHARGE_RESTS_MS ? right : null;
  return [{ asset: 'bess', what: 'charge', kW: Math.sign(awayPcnt) * CHARGE_KW, now: right, due }];
}

function limitAt(pieces: readonly Interval[], asset: Expected['asset'], side: LimitSide, now: number): Expected[] {
  const kW = pieces.find((piece) => isDuring(piece, now))?.value;
  if (kW === undefined) return [];
  const dueKw = dueLimit(side, pieces, now);
  return [{ asset, what: side, kW, now: limitBand(side, kW), due: dueKw === null ? null : limitBand(side, dueKw) }];
}

function setpointsAt({ commands, orders, ratings, tolerances, limited }: ExpectedOf, now: number): Expected[] {
  const isSet = (asset: FollowingAsset) =>
    (commands.get(`${asset}/activePowerkW`) ?? []).some((piece) => isDuring(piece, now));
  const assets = FOLLOWING_ASSETS.filter(isSet);
  if (tolerances === undefined || orders === null || assets.length === 0) return [];
  const laid: Commands = layOrders(commands, orders);
  const onTheirWay = activationsOnTheirWay(commands, now).map((some): Commands => layOrders(some, orders));
  return assets.flatMap((asset): Expected[] => {
    const tolerance = tolerances[asset];
    const fromMs = now - tolerance.rampSeconds * 1_000;
    const targets = askedSince(asset, laid, { ratings, fromMs, toMs: now }).map(({ powerKw }) => powerKw);
    const targetKw = targets.at(-1);
    if (targetKw == null) return [];
    const { lessKw, moreKw } = fcrPair(valuesAt(commands, now), asset);
    const bandOf = (kW: number): PowerBand => {
      const toleratedKw = toleranceKw(tolerance, kW);
      return { lowKw: kW - toleratedKw - lessKw, highKw: kW + toleratedKw + moreKw };
    };
    const targetOf = (some: Commands) => targetAt(asset, some, ratings)(now) ?? [];
    const partly = inPart(laid, limited, asset, now).flatMap(targetOf);
    const known = targets.flatMap((target) => target ?? []);
    const due = [...known, ...partly, ...onTheirWay.flatMap(targetOf)].map(bandOf);
    return [
      {
        asset,
        what: 'setpoint',
        kW: targetKw,
        now: bandOf(targetKw),
        due: known.length < targets.length ? null : hullOf(due),
      },
    ];
  });
}

/** The commands as the controller says that it carries them out: it may be anywhere between these and what is set. */
function inPart(commands: Commands, limited: ExpectedOf['limited'], asset: FollowingAsset, now: number): Commands[] {
  const said = limited.filter((one) => one.asset === asset);
  return said.map(({ type, kW }) => new Map(commands).set(`${asset}/${type}` as PairName, [momentOf(now, kW)]));
}

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
    return bases.flatMap((base) => ends.map((value) => new Map(base).set(pair, [momentOf(now, value)])));
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

function isDuring({ startMs, endMs }: Interval, now: number): boolean {
  return startMs <= now && now < endMs;
}

function momentOf(now: number, value: number): Interval {
  return { startMs: now, endMs: now + 1, value };
}
