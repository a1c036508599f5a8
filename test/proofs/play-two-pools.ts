import { type Allocation, divideSignal, type Hindrance, type MemberNow } from '@setpoint/core';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { sharedSiteFaults, type SharedSite } from './shared-site-faults.ts';

const CYCLE_MS = 4_000;
const LEASES_MS = [CYCLE_MS, 3 * CYCLE_MS, 10 * CYCLE_MS];
const TICKS_OF_A_LIFE = 60;
const MOST_SITES = 8;
const MOST_WATTS = 900_000;
const RULES = ['proportional', 'merit', 'energy'] as const;
const HINDRANCES: readonly Hindrance[] = ['offline', 'offline', 'held', 'behind', 'clock'];
const SERVICES = ['afrr', 'mfrr'] as const;
const HOUR_MS = 3_600_000;
type Service = (typeof SERVICES)[number];

/** How many ticks of which kind were looked at. */
export interface TwoPoolCounts {
  ticks: number;
  /** Divisions of the one pool as the other was asked for something else. */
  crossed: number;
  short: number;
  surplus: number;
  /** Sites that had an order of both pools after a tick. */
  shared: number;
  silent: number;
  full: number;
}

type Order = NonNullable<MemberNow['last']>;

interface Pool {
  readonly service: Service;
  readonly rule: (typeof RULES)[number];
  orders: (Order | undefined)[];
  signal: { readonly watts: number; readonly validUntil: number } | undefined;
  /** What the last division said. */
  given: Allocation | undefined;
}

interface Life {
  readonly random: RandomSource;
  readonly sites: SharedSite[];
  readonly pools: Readonly<Record<Service, Pool>>;
  at: number;
}

/** Two pools of different services over the same sites, tick by tick: what they order in sum is held against each site. */
export function playTwoPools(seed: number, ticks: number) {
  const random = new RandomSource(seed);
  const counts: TwoPoolCounts = { ticks: 0, crossed: 0, short: 0, surplus: 0, shared: 0, silent: 0, full: 0 };
  const faults: string[] = [];
  while (counts.ticks < ticks && faults.length < 20) playLife(random, counts, faults);
  return { counts, faults };
}

function playLife(random: RandomSource, counts: TwoPoolCounts, faults: string[]): void {
  const sites = Array.from({ length: 1 + random.below(MOST_SITES) }, () => drawSite(random));
  const poolOf = (service: Service): Pool => {
    return { service, rule: random.pick(RULES), orders: [], signal: undefined, given: undefined };
  };
  const life: Life = { random, sites, pools: { afrr: poolOf('afrr'), mfrr: poolOf('mfrr') }, at: 1_000_000 };
  for (let tick = 0; tick < TICKS_OF_A_LIFE; tick += 1) {
    passTime(life);
    const service = random.pick(SERVICES);
    const validUntil = life.at + random.pick(LEASES_MS);
    life.pools[service].signal = { watts: random.between(-MOST_WATTS, MOST_WATTS), validUntil };
    faults.push(...divide(life, service).map((fault) => `tick ${counts.ticks}: ${fault}`));
    // What was ordered of the one is room that the other has, or has no more.
    const other = otherOf(service);
    if (inForce(life.pools[other], life.at) !== undefined) {
      counts.crossed += 1;
      faults.push(...divide(life, other).map((fault) => `tick ${counts.ticks}, crossed: ${fault}`));
      faults.push(...divide(life, service).map((fault) => `tick ${counts.ticks}, again: ${fault}`));
    }
    faults.push(...wrongInSum(life).map((fault) => `tick ${counts.ticks}: ${fault}`));
    count(life, counts);
  }
}

/** Orders end, storages fill, sites fall silent and come back. */
function passTime(life: Life): void {
  const { random, sites, pools } = life;
  const passedMs = random.chance(0.8) ? CYCLE_MS : 1 + random.below(10 * CYCLE_MS);
  for (const [index, site] of sites.entries()) {
    const watts = SERVICES.reduce((sum, service) => sum + orderedAt(pools[service], index, life.at), 0);
    const stored = (site.storedWh ?? 0) + (watts * passedMs) / HOUR_MS;
    const changed = random.chance(0.1) ? drawHindrance(random) : site.hindrance;
    const storedWh = site.storedWh === null ? null : Math.max(0, Math.min(site.capacityWh, stored));
    sites[index] = { ...site, storedWh, hindrance: changed };
  }
  life.at += passedMs;
  for (const service of SERVICES) endOrders(life, pools[service]);
}

/** Orders are over at their end; one that is back is told when nothing is asked of its pool any more. */
function endOrders({ sites, at }: Life, pool: Pool): void {
  const isAsked = inForce(pool, at) !== undefined;
  pool.orders = pool.orders.map((order, index) => {
    const isReached = sites[index]?.hindrance !== 'offline';
    return order === undefined || order.validUntil <= at || (isReached && !isAsked) ? undefined : order;
  });
}

/** Divides what a pool is asked for now; returns what of it does not add up. */
function divide(life: Life, service: Service): string[] {
  const { pools, sites, at } = life;
  const pool = pools[service];
  const signal = inForce(pool, at);
  if (signal === undefined) return [];
  const members = sites.map((site, index) => memberNow(site, { index, life, service }));
  const asked = { at, service, rule: pool.rule, enduranceMinutes: 60, watts: signal.watts, wattsBefore: null };
  const given = divideSignal(asked, members);
  for (const [index, { watts, follows }] of given.shares.entries()) {
    // A silent site goes on with what it has.
    if (sites[index]?.hindrance === 'offline') continue;
    if (follows === 0) pool.orders[index] = { watts, at, validUntil: signal.validUntil };
  }
  pool.given = given;
  const gives = given.shares.reduce((sum, { watts, follows, misses = 0 }) => sum + watts + follows - misses, 0);
  const missing = signal.watts - gives;
  const told = given.shortfallWatts - given.surplusWatts;
  return missing === told ? [] : [`${missing} W are missing, and ${told} W are told`];
}

function memberNow(
  site: SharedSite,
  { index, life, service }: { readonly index: number; readonly life: Life; readonly service: Service },
): MemberNow {
  const { pools, at } = life;
  const other = pools[otherOf(service)];
  const own = pools[service].orders[index];
  const rating = { lower: -site.ratedKw, upper: site.ratedKw };
  const isOtherOrdered = other.orders[index] !== undefined;
  return {
    siteId: numberedId(index),
    role: 'primary',
    rank: index % 3,
    rampKwPerSecond: null,
    values: {
      'grid/afrrImportBookingkW': site.booked.afrr,
      'grid/afrrExportBookingkW': site.booked.afrr,
      'grid/mfrrImportBookingkW': site.booked.mfrr,
      'grid/mfrrExportBookingkW': site.booked.mfrr,
      'grid/upperLimitkW': site.upper,
      'grid/lowerLimitkW': site.lower,
      ...(site.setpoint === null ? {} : { 'grid/activePowerkW': site.setpoint }),
    },
    ratings: { grid: rating, bess: rating, solar: { lower: 0, upper: Number.POSITIVE_INFINITY } },
    ...(site.storedWh === null ? {} : { storage: { capacityWh: site.capacityWh, storedWh: site.storedWh } }),
    hindrance: site.hindrance,
    isReachable: site.hindrance !== 'offline',
    last: own ?? null,
    ...(isOtherOrdered ? { otherWatts: orderedAt(other, index, at) } : {}),
  };
}

/** What both pools order of each site, against what it can do. */
function wrongInSum({ pools, sites, at }: Life): string[] {
  return sites.flatMap((site, index) => {
    // It was ordered before it fell silent, by what was known then.
    if (site.hindrance === 'offline') return [];
    const watts = { afrr: orderedAt(pools.afrr, index, at), mfrr: orderedAt(pools.mfrr, index, at) };
    return sharedSiteFaults(site, watts).map((fault) => `site ${index}: ${fault}`);
  });
}

function count({ pools, sites, at }: Life, counts: TwoPoolCounts): void {
  counts.ticks += 1;
  const both = Object.values(pools);
  if (both.some(({ given }) => given !== undefined && given.shortfallWatts !== 0)) counts.short += 1;
  if (both.some(({ given }) => given !== undefined && given.surplusWatts !== 0)) counts.surplus += 1;
  for (const [index, site] of sites.entries()) {
    if (both.every((pool) => orderedAt(pool, index, at) !== 0)) counts.shared += 1;
    if (site.hindrance === 'offline' && both.some((pool) => orderedAt(pool, index, at) !== 0)) counts.silent += 1;
    if (site.storedWh === 0 || site.storedWh === site.capacityWh) counts.full += 1;
  }
}

function inForce(pool: Pool, at: number): Pool['signal'] {
  return pool.signal !== undefined && pool.signal.validUntil > at ? pool.signal : undefined;
}

function orderedAt(pool: Pool, index: number, at: number): number {
  const order = pool.orders[index];
  return order !== undefined && order.validUntil > at ? order.watts : 0;
}

function otherOf(service: Service): Service {
  return service === 'afrr' ? 'mfrr' : 'afrr';
}

function drawHindrance(random: RandomSource): Hindrance | null {
  return random.chance(0.3) ? random.pick(HINDRANCES) : null;
}

function drawSite(random: RandomSource): SharedSite {
  const capacityWh = 1_000 * (1 + random.below(100));
  return {
    booked: { afrr: random.below(300), mfrr: random.below(300) },
    setpoint: random.chance(0.5) ? null : random.below(600) - 300,
    upper: random.below(700) - 100,
    lower: random.below(700) - 600,
    ratedKw: 100 + random.below(900),
    capacityWh,
    storedWh: random.chance(0.5) ? random.below(capacityWh + 1) : null,
    hindrance: null,
  };
}
