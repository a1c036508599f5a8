import type { DeviceTreeNode } from '@setpoint/contract';
import { type PlantTarget, noTarget } from '@setpoint/controller/testing/rooms/driver';
import { followOrders } from '@setpoint/controller/testing/rooms/plant';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import type { Lie } from './lies.ts';

/** The battery, both ways, and the connection point. */
export const BATTERY_KW = 100;
const GRID_KW = 400;
const CAPACITY_KWH = 400;
const RAMP_KW = 20;
const SECOND = 1_000;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const KEPT_SECONDS = 61;

/** What the meters of a site showed; undefined where they showed nothing that can be true. */
export interface Shown {
  readonly grid: number | undefined;
  readonly bess: number | undefined;
}

interface Lying {
  readonly random: RandomSource;
  readonly lie: Lie;
  readonly isLying: () => boolean;
  readonly now: () => number;
}

/** A load, a roof and a battery behind a connection point, of which one does not do, or does not show, what it should. */
export function lyingSite({ random, lie, isLying, now }: Lying) {
  const truth = { load: 60, solar: 0, bess: 0, grid: 60, socPercent: 30 + random.below(40) };
  const past: { readonly bess: number; readonly grid: number; readonly solar: number }[] = [];
  const orders = followOrders(now);
  const [phase, sunny] = [random.below(HOUR_SECONDS), 40 + random.below(120)];
  let target: PlantTarget = noTarget;
  let [orderedMs, sinceMs] = [0, 0];
  let shown = { ...truth } as Record<'grid' | 'bess' | 'solar' | 'socPercent', number | undefined>;

  const doing = (order: number, actual: number) => {
    return { order, actual, atMs: now(), sinceMs, orderedMs, socPercent: truth.socPercent };
  };
  const moveBattery = (told: Lie) => {
    const order = target.bessKw ?? 0;
    const wanted = told.bess?.(doing(order, truth.bess)) ?? order;
    const ramp = told.rampKw ?? RAMP_KW;
    const [least, most] = [truth.socPercent >= 100 ? 0 : -BATTERY_KW, truth.socPercent <= 0 ? 0 : BATTERY_KW];
    const next = Math.max(truth.bess - ramp, Math.min(truth.bess + ramp, wanted));
    truth.bess = Math.max(least, Math.min(most, next));
    const soc = truth.socPercent - (truth.bess / HOUR_SECONDS / CAPACITY_KWH) * 100;
    truth.socPercent = Math.max(0, Math.min(100, soc));
  };
  const move = (told: Lie) => {
    const second = now() / SECOND;
    const day = Math.max(0, Math.sin(((second % DAY_SECONDS) / DAY_SECONDS) * 2 * Math.PI - Math.PI / 2));
    const free = sunny * day * (0.9 + 0.1 * Math.sin(second / 97));
    const limit = target.solarMaxKw ?? Number.POSITIVE_INFINITY;
    truth.solar = Math.min(free, told.solar?.(doing(limit, truth.solar)) ?? limit);
    truth.load = 60 + 30 * Math.sin((second + phase) / 1_900) + (random.below(200) - 100) / 100;
    moveBattery(told);
    truth.grid = truth.load - truth.solar - truth.bess;
  };
  const show = (told: Lie) => {
    past.push({ bess: truth.bess, grid: truth.grid, solar: truth.solar });
    if (past.length > KEPT_SECONDS) past.shift();
    const ago = (of: 'bess' | 'grid' | 'solar') => (seconds: number) => past.at(-1 - seconds)?.[of] ?? truth[of];
    const seen = (of: 'bess' | 'grid' | 'solar', order: number) => {
      return { actual: truth[of], order, last: shown[of], ago: ago(of) };
    };
    const soc = { actual: truth.socPercent, order: 0, last: shown.socPercent, ago: () => truth.socPercent };
    shown = {
      bess: told.showBess === undefined ? truth.bess : told.showBess(seen('bess', target.bessKw ?? 0)),
      solar:
        told.showSolar === undefined
          ? truth.solar
          : told.showSolar(seen('solar', target.solarMaxKw ?? Number.POSITIVE_INFINITY)),
      grid: told.showGrid === undefined ? truth.grid : told.showGrid(seen('grid', 0)),
      socPercent: told.showSoc === undefined ? truth.socPercent : told.showSoc(soc),
    };
  };
  const toldNow = (): Lie => {
    const lies = isLying();
    if (!lies) sinceMs = now();
    return lies ? lie : { name: lie.name };
  };
  return {
    step() {
      const told = toldNow();
      move(told);
      show(told);
    },
    shown: () => ({ grid: plausible(shown.grid, GRID_KW), bess: plausible(shown.bess, BATTERY_KW) }),
    driver: {
      async read() {
        const { isGone } = toldNow();
        const children = [nodeOf('grid', GRID_KW, shown.grid), bessOf(shown), nodeOf('solar', 200, shown.solar)];
        const devices = { ...SITE, children: children.filter(({ uid }) => uid !== isGone) };
        orders.measured(devices);
        return { atMs: now(), devices, frequencyHz: null, ...(isGone === undefined ? {} : { unreached: [isGone] }) };
      },
      async write(next: PlantTarget) {
        if (next.bessKw !== target.bessKw) orderedMs = now();
        target = next;
        orders.ordered(next);
        const isGone = toldNow().isGone === 'bess' && next.bessKw !== null;
        return {
          ...orders.refusals(),
          ...(isGone ? { bessKw: { kind: 'unknown', reason: 'no answer' } as const } : {}),
        };
      },
    },
  };
}

const SITE = { uid: 'site', node_type: 'Dispatcher', device_type: 'site' } as const;

function nodeOf(kind: 'grid' | 'bess' | 'solar', ratedKw: number, powerKw: number | undefined): DeviceTreeNode {
  return {
    uid: kind,
    node_type: 'Device',
    device_type: kind,
    children: [],
    rated_power_upper_limit_kW: ratedKw,
    rated_power_lower_limit_kW: kind === 'solar' ? 0 : -ratedKw,
    ...(powerKw === undefined ? {} : { active_power_kw: powerKw }),
  };
}

function bessOf({ bess, socPercent }: Record<'bess' | 'socPercent', number | undefined>): DeviceTreeNode {
  const storage = {
    available_storage_capacity_kWh: CAPACITY_KWH,
    ...(socPercent === undefined ? {} : { soc: socPercent }),
  };
  return { ...nodeOf('bess', BATTERY_KW, bess), ...storage };
}

// What the controller takes for a broken meter is shown to nobody.
function plausible(kW: number | undefined, ratedKw: number): number | undefined {
  return kW === undefined || !Number.isFinite(kW) || Math.abs(kW) > 2 * ratedKw + 1 ? undefined : kW;
}
