import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DrawnSet, drawTick } from '../../testing/draw-tick.ts';

it('keeps the connection point within its limits wherever the devices can', () => {
  const kw = fc.integer({ min: -900, max: 900 });
  const some = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(kw, kw, kw, fc.record({ load: some, solar: some, bess: some, genset: some }), (setpoint, a, b, can) => {
      const [lower, upper] = [Math.min(a, b), Math.max(a, b)];
      const set: DrawnSet = {
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
        const { target } = drawTick(set, { ratings: can, powers });
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

it('asks the storage for exactly what is set, at any consumption of the site', () => {
  const any = fc.double({ min: 0, max: 900, noNaN: true });
  fc.assert(
    fc.property(any, any, fc.integer({ min: 1, max: 900 }), (load, solar, kw) => {
      const set: DrawnSet = { 'grid/activePowerkW': [[0, 4, load - solar - kw]] };
      const scene = {
        ratings: { load: 1_000, solar: 1_000, grid: 2_000 },
        powers: { load, solar, grid: load - solar },
      };
      expect(drawTick(set, scene).target.bessKw).toBe(kw);
    }),
  );
});
