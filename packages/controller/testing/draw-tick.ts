import type { Asset, DeviceTreeNode, PairName } from '@setpoint/contract';
import type { Series } from '@setpoint/core';
import { type ControlState, controlTick } from '../src/execute/control-tick.ts';
import type { SiteSettings } from '../src/execute/site-settings.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2030, 0, 1);
const SETTINGS: SiteSettings = {
  siteId: '00000000-0000-4000-8000-0000000000aa',
  ownMode: 'idle',
  socWindow: { minPercent: 5, maxPercent: 95, fadePercent: 4 },
};

type Numbers = Partial<Record<Asset, number>>;

/** For tests: how a site is, where it is not the usual one. */
export interface Scene {
  powers?: Numbers;
  /** Symmetric for grid and bess, from 0 on for the others; no asset without one. */
  ratings?: Numbers;
  soc?: number;
  frequencyHz?: number | null;
  /** What is there and cannot be read. */
  unreached?: readonly Asset[];
  settings?: Partial<SiteSettings>;
  at?: number;
  state?: ControlState;
}

/** For tests: what is set, drawn as hours from midnight and a value. */
export type DrawnSet = Partial<Record<PairName, readonly (readonly [number, number, number])[]>>;

/** For tests: one tick on a site with these things set. */
export function drawTick(set: DrawnSet, scene: Scene = {}) {
  const { unreached = [], soc = 50, frequencyHz = 50, at = 1.5 } = scene;
  const ratings = Object.entries({ grid: 1_000, bess: 1_000, ...scene.ratings });
  const known = ratings.filter(([kind]) => !unreached.includes(kind as Asset));
  const children = known.map(([kind, rating]): DeviceTreeNode => {
    const isTwoWay = kind === 'grid' || kind === 'bess';
    return {
      uid: kind,
      node_type: 'Device',
      device_type: kind,
      children: [],
      rated_power_upper_limit_kW: rating,
      rated_power_lower_limit_kW: isTwoWay ? -rating : 0,
      active_power_kw: scene.powers?.[kind as Asset] ?? 0,
      ...(kind === 'bess' ? { soc, available_storage_capacity_kWh: 1_000 } : {}),
    };
  });
  const commands = new Map(
    Object.entries(set).map(([pair, drawn]): [PairName, Series] => [
      pair as PairName,
      drawn.map(([from, to, value]) => ({ startMs: MIDNIGHT + from * HOUR, endMs: MIDNIGHT + to * HOUR, value })),
    ]),
  );
  return controlTick({
    schedule: { commands, rejected: [] },
    reading: {
      atMs: MIDNIGHT,
      devices: { uid: 'site', node_type: 'Dispatcher', device_type: 'site', children },
      unreached,
      frequencyHz,
    },
    settings: { ...SETTINGS, ...scene.settings },
    state: scene.state,
    atMs: MIDNIGHT + at * HOUR,
  });
}

/** For tests: ticks every second for so long, as if nothing on the site changed. */
export function drawTicks(seconds: number, set: DrawnSet, scene: Scene = {}) {
  let control = drawTick(set, scene);
  for (let second = 1; second <= seconds; second += 1) {
    control = drawTick(set, { ...scene, at: (scene.at ?? 1.5) + second / 3_600, state: control.state });
  }
  return control;
}
