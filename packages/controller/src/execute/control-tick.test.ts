import type { Asset, DeviceTreeNode, PairName } from '@setpoint/contract';
import type { Series } from '@setpoint/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ControlState, controlTick } from './control-tick.ts';
import type { SiteSettings } from './site-settings.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2030, 0, 1);
const SETTINGS: SiteSettings = {
  siteId: '00000000-0000-4000-8000-0000000000aa',
  ownMode: 'idle',
  socWindow: { minPercent: 5, maxPercent: 95, fadePercent: 4 },
};

type Numbers = Partial<Record<Asset, number>>;
interface Scene {
  powers?: Numbers;
  /** Symmetric for grid and bess, from 0 on for the others; no asset without one. */
  ratings?: Numbers;
  soc?: number;
  frequencyHz?: number | null;
  settings?: Partial<SiteSettings>;
  at?: number;
  state?: ControlState;
}

function tick(set: Partial<Record<PairName, readonly [number, number, number][]>>, scene: Scene = {}) {
  const ratings = { grid: 1_000, bess: 1_000, ...scene.ratings };
  const children = Object.entries(ratings).map(([kind, rating]): DeviceTreeNode => {
    const isTwoWay = kind === 'grid' || kind === 'bess';
    const power = scene.powers?.[kind as Asset] ?? 0;
    return {
      uid: kind,
      node_type: 'Device',
      device_type: kind,
      children: [],
      rated_power_upper_limit_kW: rating,
      rated_power_lower_limit_kW: isTwoWay ? -rating : 0,
      active_power_kw: power,
      ...(kind === 'bess' ? { soc: scene.soc ?? 50, available_storage_capacity_kWh: 1_000 } : {}),
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
      frequencyHz: scene.frequencyHz === undefined ? 50 : scene.frequencyHz,
    },
    settings: { ...SETTINGS, ...scene.settings },
    state: scene.state,
    atMs: MIDNIGHT + (scene.at ?? 1.5) * HOUR,
  });
}

/** Ticks every second for so long, as if nothing on the site changed. */
function tickFor(seconds: number, set: Parameters<typeof tick>[0], scene: Scene = {}) {
  let control = tick(set, scene);
  for (let second = 1; second <= seconds; second += 1) {
    control = tick(set, { ...scene, at: (scene.at ?? 1.5) + second / 3_600, state: control.state });
  }
  return control;
}

const MORNING = {
  'grid/activePowerkW': [[0, 4, 100]],
  'grid/upperLimitkW': [[0, 6, 400]],
  'grid/afrrImportBookingkW': [[0, 4, 200]],
  'grid/afrrActivationkW': [[1, 2, 150]],
  'grid/fcrImportkW': [[0, 4, 150]],
  'grid/fcrExportkW': [[0, 4, 150]],
} as const satisfies Parameters<typeof tick>[0];

describe('a tick on a site with nothing but a storage', () => {
  it('holds the connection point to the worked morning: setpoint, activation and frequency', () => {
    expect(tickFor(300, MORNING, { at: 1 }).target.bessKw).toBeCloseTo(-250);
    expect(tickFor(300, MORNING, { at: 1.25, frequencyHz: 50.12 }).target.bessKw).toBeCloseTo(-340);
    expect(tick(MORNING, { at: 3 }).target.bessKw).toBe(-100);
  });

  it('keeps the limit whatever the frequency', () => {
    expect(tickFor(300, MORNING, { frequencyHz: 50.4 }).target.bessKw).toBeCloseTo(-400);
  });

  it('holds a setpoint to the limit before the activation away from it', () => {
    const set: Parameters<typeof tick>[0] = {
      'grid/activePowerkW': [[0, 4, 500]],
      'grid/upperLimitkW': [[0, 4, 400]],
      'grid/afrrExportBookingkW': [[0, 4, 50]],
      'grid/afrrActivationkW': [[0, 4, -50]],
    };
    expect(tickFor(300, set).target.bessKw).toBeCloseTo(-350);
  });

  it('lets the upper limit win and the ratings stand above both', () => {
    const crossed: Parameters<typeof tick>[0] = {
      'grid/upperLimitkW': [[0, 4, -2_000]],
      'grid/lowerLimitkW': [[0, 4, 50]],
    };
    expect(tick(crossed).target.bessKw).toBe(1_000);
  });

  it('moves the storage against the connection point where only the storage has a setpoint', () => {
    const set: Parameters<typeof tick>[0] = {
      'bess/activePowerkW': [[0, 4, 20]],
      'grid/fcrImportkW': [[0, 4, 50]],
      'grid/fcrExportkW': [[0, 4, 200]],
    };
    expect(tick(set, { ratings: { bess: 100 }, frequencyHz: 50.2 }).target.bessKw).toBeCloseTo(-30);
    expect(tick(set, { ratings: { bess: 100 }, frequencyHz: 49.8 }).target.bessKw).toBe(100);
    expect(tick({ ...set, 'grid/lowerLimitkW': [[0, 4, -5]] }).target.bessKw).toBe(5);
  });

  it('leaves the storage to itself where nothing is set, and takes over where a limit binds', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/upperLimitkW': [[0, 2, 80]] };
    const busy = { ratings: { load: 200 }, powers: { load: 120, grid: 120 } };
    expect(tick({}, busy).target.bessKw).toBeNull();
    expect(tick(set, busy).target.bessKw).toBe(40);
    expect(tick(set, { ...busy, at: 2 }).target.bessKw).toBeNull();
    expect(tick(set, { ratings: { load: 200 }, powers: { load: 70, grid: 70 } }).target.bessKw).toBeNull();
  });

  it('reckons from the own mode of the storage', () => {
    const set: Parameters<typeof tick>[0] = {
      'grid/afrrImportBookingkW': [[0, 4, 30]],
      'grid/afrrActivationkW': [[0, 4, 30]],
    };
    const scene = {
      ratings: { load: 200 },
      powers: { load: 120, bess: 120 },
      settings: { ownMode: 'self_consumption' },
    } as const;
    expect(tickFor(300, set, scene).target.bessKw).toBeCloseTo(90);
  });

  it('does not count what it gives itself as consumption', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/activePowerkW': [[0, 4, 50]] };
    expect(tick(set, { ratings: { load: 200 }, powers: { load: 120, grid: 120 } }).target.bessKw).toBe(70);
    expect(tick(set, { ratings: { load: 200 }, powers: { load: 120, grid: 50, bess: 70 } }).target.bessKw).toBe(70);
  });

  it('goes to the state of charge wanted with what is left beside the reserves, and then holds it', () => {
    const set: Parameters<typeof tick>[0] = { 'bess/optimalSocPcnt': [[0, 4, 80]], 'grid/fcrImportkW': [[0, 4, 300]] };
    expect(tick(set, { soc: 50 }).target.bessKw).toBe(-700);
    expect(tick(set, { soc: 90 }).target.bessKw).toBe(1_000);
    expect(tick(set, { soc: 79.5 }).target.bessKw).toBeCloseTo(-300);
    expect(tick(set, { soc: 80 }).target.bessKw).toBe(0);
    expect(tick(set, { soc: 50, frequencyHz: 50.2 }).target.bessKw).toBe(-1_000);
  });

  it('asks nothing of a storage that is full or empty', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/activePowerkW': [[0, 4, 500]] };
    expect([50, 93, 95].map((soc) => tick(set, { soc }).target.bessKw)).toEqual([-500, -500, -0]);
  });
});

describe('an activation', () => {
  const set: Parameters<typeof tick>[0] = {
    'grid/activePowerkW': [[0, 4, 0]],
    'grid/afrrImportBookingkW': [[0, 2, 300]],
    'grid/afrrActivationkW': [[1, 2, 300]],
    'grid/mfrrExportBookingkW': [[2, 4, 300]],
    'grid/mfrrActivationkW': [[2, 3, -300]],
  };

  it('of aFRR is full after five minutes, of mFRR after twelve and a half, and both are on their way before', () => {
    const bessKw = (seconds: number, at: number) => tickFor(seconds, set, { at }).target.bessKw;
    expect([0, 100, 299, 300, 900].map((seconds) => Math.round(bessKw(seconds, 1) ?? 0))).toEqual([
      0, -100, -299, -300, -300,
    ]);
    expect([375, 749, 750].map((seconds) => Math.round(bessKw(seconds, 2) ?? 0))).toEqual([150, 300, 300]);
  });

  it('is gone with its end', () => {
    const control = tickFor(900, set, { at: 1.5 });
    expect(tick({ ...set, 'grid/mfrrActivationkW': [] }, { at: 2, state: control.state }).target.bessKw).toBe(0);
  });

  it('does not run ahead when the clock is set forward, nor back when it is set back', () => {
    const { state } = tickFor(100, set, { at: 1 });
    expect(tick(set, { at: 1.9, state }).target.bessKw).toBeCloseTo(-110);
    expect(tick(set, { at: 1, state }).target.bessKw).toBeCloseTo(-100);
  });
});

describe('a site with more than a storage', () => {
  it('starts its generator for what the storage cannot give', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/upperLimitkW': [[0, 4, 100]] };
    const scene = { ratings: { bess: 50, genset: 300, load: 500 }, powers: { load: 350, grid: 350 } };
    expect(tick(set, scene).target).toMatchObject({ bessKw: 50, gensetKw: 200, loadMaxKw: 450 });
    expect(tick(set, { ...scene, powers: { load: 140, grid: 140 } }).target).toMatchObject({
      bessKw: 40,
      gensetKw: null,
    });
  });

  it('gives the storage the share that was asked for, and the generator the rest', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/activePowerkW': [[0, 4, 0]], 'bess/activePowerkW': [[0, 4, 20]] };
    const scene = { ratings: { bess: 100, genset: 100, load: 200 }, powers: { load: 90, grid: 90 } };
    expect(tick(set, scene).target).toMatchObject({ bessKw: 90, gensetKw: 70 });
    const running = { ...scene, powers: { load: 90, genset: 70, bess: 20 } };
    expect(tick(set, running).target).toMatchObject({ bessKw: 20, gensetKw: 70 });
  });

  it('curtails sun for a limit no more than the storage leaves over, and stays so', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/lowerLimitkW': [[0, 4, -100]] };
    const ratings = { bess: 50, solar: 500, load: 100 };
    expect(tick(set, { ratings, powers: { load: 20, solar: 400, grid: -380 } }).target).toMatchObject({
      bessKw: -50,
      solarMaxKw: 170,
    });
    expect(tick(set, { ratings, powers: { load: 20, solar: 170, grid: -100, bess: -50 } }).target).toMatchObject({
      bessKw: -50,
      solarMaxKw: 170,
    });
  });

  it('curtails sun as it was told to, by the rating', () => {
    const ratings = { solar: 500 };
    expect(tick({ 'solar/solarCurtailmentPcnt': [[0, 4, 30]] }, { ratings }).target.solarMaxKw).toBe(350);
    expect(tick({ 'solar/solarCurtailmentPcnt': [[0, 4, 100]] }, { ratings }).target.solarMaxKw).toBe(0);
    expect(tick({}, { ratings }).target.solarMaxKw).toBeNull();
  });

  it('sheds charging first, then heat, then load, to keep a limit', () => {
    const set = (limit: number): Parameters<typeof tick>[0] => ({ 'grid/upperLimitkW': [[0, 4, limit]] });
    const scene = {
      ratings: { bess: 0, load: 100, heatpump: 100, ev: 100 },
      powers: { load: 60, heatpump: 50, ev: 40, grid: 150 },
    };
    const caps = (limit: number) => {
      const { loadMaxKw, heatpumpMaxKw, evMaxKw } = tick(set(limit), scene).target;
      return [loadMaxKw, heatpumpMaxKw, evMaxKw];
    };
    expect(caps(130)).toEqual([null, 70, 20]);
    expect(caps(90)).toEqual([90, 30, 0]);
    expect(caps(40)).toEqual([40, 0, 0]);
  });

  it('does not fall further with every cap that an activation needs', () => {
    const set: Parameters<typeof tick>[0] = {
      'grid/afrrImportBookingkW': [[0, 4, 50]],
      'grid/afrrActivationkW': [[0, 4, 50]],
    };
    const ratings = { bess: 0, solar: 500, load: 100 };
    let control = tick(set, { ratings, powers: { load: 20, solar: 100, grid: -80 } });
    for (let second = 1; second <= 400; second += 1) {
      const solar = Math.min(100, control.target.solarMaxKw ?? 500);
      const scene = { ratings, powers: { load: 20, solar, grid: 20 - solar } };
      control = tick(set, { ...scene, at: 1.5 + second / 3_600, state: control.state });
    }
    expect(control.target.solarMaxKw).toBeCloseTo(50);
  });
});

describe('what cannot be done', () => {
  const codes = (set: Parameters<typeof tick>[0], scene: Scene) =>
    tick(set, scene).rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`);

  it('is rejected with a code and counts as unset', () => {
    const set: Parameters<typeof tick>[0] = {
      'solar/solarCurtailmentPcnt': [[0, 4, 30]],
      'grid/fcrImportkW': [[0, 4, 100]],
    };
    expect(codes(set, {})).toEqual(['solar/solarCurtailmentPcnt asset_missing']);
    expect(codes(set, { ratings: { solar: 5 }, frequencyHz: null })).toEqual(['grid/fcrImportkW unsupported']);
    expect(codes(set, { ratings: { solar: 5 }, frequencyHz: Number.NaN })).toEqual(['grid/fcrImportkW internal']);
    expect(tick(set, { frequencyHz: Number.NaN }).target.bessKw).toBeNull();
  });

  it('takes in a state of charge that nobody knows', () => {
    expect(codes({ 'bess/optimalSocPcnt': [[0, 4, 30]] }, { soc: Number.NaN })).toEqual([
      'bess/optimalSocPcnt unsupported',
    ]);
  });
});

describe('broken meters', () => {
  it('are left out of what is reported, and the parts stand in for the connection point', () => {
    const set: Parameters<typeof tick>[0] = { 'grid/activePowerkW': [[0, 4, 50]] };
    const { devices, target } = tick(set, { ratings: { load: 200 }, powers: { load: 120, grid: Number.NaN } });
    expect(devices.children.map((node) => node.active_power_kw)).toEqual([undefined, 0, 120]);
    expect(target.bessKw).toBe(70);
  });
});

it('keeps the connection point within its limits wherever the devices can', () => {
  const kw = fc.integer({ min: -900, max: 900 });
  const some = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(kw, kw, kw, fc.record({ load: some, solar: some, bess: some, genset: some }), (setpoint, a, b, can) => {
      const [lower, upper] = [Math.min(a, b), Math.max(a, b)];
      const set: Parameters<typeof tick>[0] = {
        'grid/activePowerkW': [[0, 4, setpoint]],
        'grid/lowerLimitkW': [[0, 4, lower]],
        'grid/upperLimitkW': [[0, 4, upper]],
      };
      // Devices that follow at once: one tick to read what the last one did.
      let powers: Record<'load' | 'solar' | 'bess' | 'genset' | 'grid', number> = {
        load: can.load,
        solar: can.solar,
        bess: 0,
        genset: 0,
        grid: can.load - can.solar,
      };
      for (let turn = 0; turn < 4; turn += 1) {
        const { target } = tick(set, { ratings: can, powers });
        const load = Math.min(can.load, target.loadMaxKw ?? can.load);
        const solar = Math.min(can.solar, target.solarMaxKw ?? can.solar);
        const [bess, genset] = [target.bessKw ?? 0, target.gensetKw ?? 0];
        powers = { load, solar, bess, genset, grid: load - solar - bess - genset };
      }
      // What any mix of the devices could reach, tried at its two ends.
      const reach = { least: -can.solar - can.bess - can.genset, most: can.load + can.bess };
      expect(powers.grid).toBeLessThanOrEqual(Math.max(upper, reach.least) + 1e-6);
      expect(powers.grid).toBeGreaterThanOrEqual(Math.min(lower, reach.most) - 1e-6);
      const wanted = Math.min(upper, Math.max(lower, setpoint));
      const withoutShedding = { least: can.load - can.solar - can.bess - can.genset, most: reach.most };
      if (wanted >= withoutShedding.least && wanted <= withoutShedding.most) expect(powers.grid).toBeCloseTo(wanted, 6);
    }),
    { numRuns: 500 },
  );
});
