import { describe, expect, it } from 'vitest';
import { type DrawnSet, drawTick, drawTicks, type Scene } from '../../testing/draw-tick.ts';

const MORNING = {
  'grid/activePowerkW': [[0, 4, 100]],
  'grid/upperLimitkW': [[0, 6, 400]],
  'grid/afrrImportBookingkW': [[0, 4, 200]],
  'grid/afrrActivationkW': [[1, 2, 150]],
  'grid/fcrImportkW': [[0, 4, 150]],
  'grid/fcrExportkW': [[0, 4, 150]],
} as const satisfies DrawnSet;

describe('a meter that shows what cannot be', () => {
  it.each([65_535, Number.NaN])('is not obeyed, nor reported: %d kW', (grid) => {
    const set: DrawnSet = { 'grid/upperLimitkW': [[0, 4, 100]] };
    const busy = { ratings: { load: 400 }, powers: { load: 300, grid: 300 } };
    expect(drawTick(set, busy).target.bessKw).toBe(200);
    const { target, devices } = drawTick(set, { ...busy, powers: { load: 300, grid } });
    expect(target.bessKw).toBe(200);
    expect(devices.children.map((node) => node.active_power_kw)).toEqual([undefined, 0, 300]);
  });

  it('makes the commands of the connection point impossible where nothing else measures it', () => {
    const set: DrawnSet = { 'grid/upperLimitkW': [[0, 4, 100]], 'bess/activePowerkW': [[0, 4, 10]] };
    expect(drawTick(set, { powers: { grid: -65_535 } })).toMatchObject({
      target: { bessKw: 10 },
      rejected: [{ type: 'upperLimitkW', code: 'internal', message: expect.stringMatching(/nothing measures/) }],
    });
  });

  it.each([-1, 101])('is no state of charge: %d %%', (soc) => {
    const { rejected } = drawTick({ 'bess/optimalSocPcnt': [[0, 4, 50]] }, { soc });
    expect(rejected).toMatchObject([{ code: 'unsupported', message: 'the state of charge is not known' }]);
  });
});

describe('a tick on a site with nothing but a storage', () => {
  const crossed: DrawnSet = { 'grid/upperLimitkW': [[0, 4, -2_000]], 'grid/lowerLimitkW': [[0, 4, 50]] };
  const ownSetpoint: DrawnSet = {
    'bess/activePowerkW': [[0, 4, 20]],
    'grid/fcrImportkW': [[0, 4, 50]],
    'grid/fcrExportkW': [[0, 4, 200]],
  };
  const ratings = { bess: 100 };

  it.each<[string, DrawnSet, Scene, number]>([
    ['adds the activation to the setpoint', MORNING, { at: 1 }, -250],
    ['adds the frequency to both', MORNING, { at: 1.25, frequencyHz: 50.12 }, -340],
    ['holds the setpoint alone', MORNING, { at: 3 }, -100],
    ['keeps the limit at any frequency', MORNING, { frequencyHz: 50.4 }, -400],
    ['lets the upper limit win and the ratings stand above both', crossed, {}, 1_000],
    ['moves from its own setpoint against a high frequency', ownSetpoint, { ratings, frequencyHz: 50.2 }, -30],
    ['moves from its own setpoint for a limit', { ...ownSetpoint, 'grid/lowerLimitkW': [[0, 4, -5]] }, {}, 5],
  ])('%s', (_, set, scene, bessKw) => {
    expect(drawTicks(300, set, scene).target.bessKw).toBeCloseTo(bessKw);
  });

  it('leaves the storage to itself where nothing is set, and takes over where a limit binds', () => {
    const set: DrawnSet = { 'grid/upperLimitkW': [[0, 2, 80]] };
    const busy = { ratings: { load: 200 }, powers: { load: 120, grid: 120 } };
    expect(drawTick({}, busy).target.bessKw).toBeNull();
    expect(drawTick(set, busy).target.bessKw).toBe(40);
    expect(drawTick(set, { ...busy, at: 2 }).target.bessKw).toBeNull();
    expect(drawTick(set, { ratings: { load: 200 }, powers: { load: 70, grid: 70 } }).target.bessKw).toBeNull();
  });

  it('reckons from the own mode of the storage', () => {
    const set: DrawnSet = {
      'grid/afrrImportBookingkW': [[0, 4, 30]],
      'grid/afrrActivationkW': [[0, 4, 30]],
    };
    const scene = {
      ratings: { load: 200 },
      powers: { load: 120, bess: 120 },
      settings: { ownMode: 'self_consumption' },
    } as const;
    expect(drawTicks(300, set, scene).target.bessKw).toBeCloseTo(90);
  });

  it('does not count what it gives itself as consumption', () => {
    const set: DrawnSet = { 'grid/activePowerkW': [[0, 4, 50]] };
    expect(drawTick(set, { ratings: { load: 200 }, powers: { load: 120, grid: 120 } }).target.bessKw).toBe(70);
    expect(drawTick(set, { ratings: { load: 200 }, powers: { load: 120, grid: 50, bess: 70 } }).target.bessKw).toBe(70);
  });

  const charged: DrawnSet = { 'bess/optimalSocPcnt': [[0, 4, 80]], 'grid/fcrImportkW': [[0, 4, 300]] };
  const asked: DrawnSet = { 'grid/activePowerkW': [[0, 4, 500]] };

  it.each<[string, DrawnSet, Scene, number]>([
    ['charges towards its target with what is left beside the reserves', charged, { soc: 50 }, -700],
    ['discharges towards it', charged, { soc: 90 }, 1_000],
    ['slows down before it', charged, { soc: 79.5 }, -300],
    ['holds it', charged, { soc: 80 }, 0],
    ['gives the reserves on top', charged, { soc: 50, frequencyHz: 50.2 }, -1_000],
    ['charges as it is asked', asked, { soc: 50 }, -500],
    ['charges as it is asked where it is nearly full', asked, { soc: 93 }, -500],
    ['is asked for nothing where it is full', asked, { soc: 95 }, 0],
  ])('%s', (_, set, scene, bessKw) => {
    expect(drawTick(set, scene).target.bessKw).toBeCloseTo(bessKw);
  });
});

describe('an activation', () => {
  const set: DrawnSet = {
    'grid/activePowerkW': [[0, 4, 0]],
    'grid/afrrImportBookingkW': [[0, 2, 300]],
    'grid/afrrActivationkW': [[1, 2, 300]],
    'grid/mfrrExportBookingkW': [[2, 4, 300]],
    'grid/mfrrActivationkW': [[2, 3, -300]],
  };

  it('of aFRR is full after five minutes, of mFRR after twelve and a half, and both are on their way before', () => {
    const bessKw = (seconds: number, at: number) => drawTicks(seconds, set, { at }).target.bessKw;
    expect([0, 100, 299, 300, 900].map((seconds) => Math.round(bessKw(seconds, 1) ?? 0))).toEqual([
      0, -100, -299, -300, -300,
    ]);
    expect([375, 749, 750].map((seconds) => Math.round(bessKw(seconds, 2) ?? 0))).toEqual([150, 300, 300]);
  });

  it('goes on after a start, or after a reading that failed, as far as it could have come', () => {
    expect(drawTick(set, { at: 1.5 }).target.bessKw).toBe(-300);
    expect(drawTick(set, { at: 1 + 100 / 3_600 }).target.bessKw).toBeCloseTo(-100);
  });

  it('is gone with its end', () => {
    const control = drawTicks(900, set, { at: 1.5 });
    expect(drawTick({ ...set, 'grid/mfrrActivationkW': [] }, { at: 2, state: control.state }).target.bessKw).toBe(0);
  });

  it('does not run ahead when the clock is set forward, nor back when it is set back', () => {
    const { state } = drawTicks(100, set, { at: 1 });
    expect(drawTick(set, { at: 1.9, state }).target.bessKw).toBeCloseTo(-110);
    expect(drawTick(set, { at: 1, state }).target.bessKw).toBeCloseTo(-100);
  });
});

describe('a site with more than a storage', () => {
  it('starts its generator for what the storage cannot give', () => {
    const set: DrawnSet = { 'grid/upperLimitkW': [[0, 4, 100]] };
    const scene = { ratings: { bess: 50, genset: 300, load: 500 }, powers: { load: 350, grid: 350 } };
    expect(drawTick(set, scene).target).toMatchObject({ bessKw: 50, gensetKw: 200, loadMaxKw: 450 });
    expect(drawTick(set, { ...scene, powers: { load: 140, grid: 140 } }).target).toMatchObject({
      bessKw: 40,
      gensetKw: null,
    });
  });

  it('gives the storage the share that was asked for, and the generator the rest', () => {
    const set: DrawnSet = { 'grid/activePowerkW': [[0, 4, 0]], 'bess/activePowerkW': [[0, 4, 20]] };
    const scene = { ratings: { bess: 100, genset: 100, load: 200 }, powers: { load: 90, grid: 90 } };
    expect(drawTick(set, scene).target).toMatchObject({ bessKw: 90, gensetKw: 70 });
    const running = { ...scene, powers: { load: 90, genset: 70, bess: 20 } };
    expect(drawTick(set, running).target).toMatchObject({ bessKw: 20, gensetKw: 70 });
  });

  it('curtails sun for a limit no more than the storage leaves over, and stays so', () => {
    const set: DrawnSet = { 'grid/lowerLimitkW': [[0, 4, -100]] };
    const ratings = { bess: 50, solar: 500, load: 100 };
    expect(drawTick(set, { ratings, powers: { load: 20, solar: 400, grid: -380 } }).target).toMatchObject({
      bessKw: -50,
      solarMaxKw: 170,
    });
    expect(drawTick(set, { ratings, powers: { load: 20, solar: 170, grid: -100, bess: -50 } }).target).toMatchObject({
      bessKw: -50,
      solarMaxKw: 170,
    });
  });

  it.each([
    [30, 350],
    [100, 0],
  ])('curtails sun by %i %% of its rating', (percent, solarMaxKw) => {
    const set: DrawnSet = { 'solar/solarCurtailmentPcnt': [[0, 4, percent]] };
    expect(drawTick(set, { ratings: { solar: 500 } }).target.solarMaxKw).toBe(solarMaxKw);
    expect(drawTick({}, { ratings: { solar: 500 } }).target.solarMaxKw).toBeNull();
  });

  it('sheds charging first, then heat, then load, to keep a limit', () => {
    const set = (limit: number): DrawnSet => ({ 'grid/upperLimitkW': [[0, 4, limit]] });
    const scene = {
      ratings: { bess: 0, load: 100, heatpump: 100, ev: 100 },
      powers: { load: 60, heatpump: 50, ev: 40, grid: 150 },
    };
    const caps = (limit: number) => {
      const { loadMaxKw, heatpumpMaxKw, evMaxKw } = drawTick(set(limit), scene).target;
      return [loadMaxKw, heatpumpMaxKw, evMaxKw];
    };
    expect(caps(130)).toEqual([null, 70, 20]);
    expect(caps(90)).toEqual([90, 30, 0]);
    expect(caps(40)).toEqual([40, 0, 0]);
  });

  it('does not fall further with every cap that an activation needs', () => {
    const set: DrawnSet = {
      'grid/afrrImportBookingkW': [[0, 4, 50]],
      'grid/afrrActivationkW': [[0, 4, 50]],
    };
    const ratings = { bess: 0, solar: 500, load: 100 };
    let control = drawTick(set, { ratings, powers: { load: 20, solar: 100, grid: -80 } });
    for (let second = 1; second <= 400; second += 1) {
      const solar = Math.min(100, control.target.solarMaxKw ?? 500);
      const scene = { ratings, powers: { load: 20, solar, grid: 20 - solar } };
      control = drawTick(set, { ...scene, at: 1.5 + second / 3_600, state: control.state });
    }
    expect(control.target.solarMaxKw).toBeCloseTo(50);
  });
});

describe('what cannot be done', () => {
  const codes = (set: DrawnSet, scene: Scene) =>
    drawTick(set, scene).rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`);

  it('is rejected with a code and counts as unset', () => {
    const set: DrawnSet = {
      'solar/solarCurtailmentPcnt': [[0, 4, 30]],
      'grid/fcrImportkW': [[0, 4, 100]],
    };
    expect(codes(set, {})).toEqual(['solar/solarCurtailmentPcnt asset_missing']);
    expect(codes(set, { ratings: { solar: 5 }, frequencyHz: null })).toEqual(['grid/fcrImportkW unsupported']);
  });

  it.each([44.9, 55.1])('includes FCR by a frequency of %d Hz, which no grid has', (frequencyHz) => {
    const set: DrawnSet = { 'grid/fcrImportkW': [[0, 4, 80]], 'grid/fcrExportkW': [[0, 4, 80]] };
    expect(codes(set, { frequencyHz })).toEqual(['grid/fcrImportkW internal', 'grid/fcrExportkW internal']);
    expect(drawTick(set, { frequencyHz }).target.bessKw).toBeNull();
  });
});
