import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newBattery, socPercent, stepBattery, type BatteryConfig, type BatteryState } from './step-battery.ts';

const config: BatteryConfig = {
  capacityKwh: 100,
  maxChargeKw: 50,
  maxDischargeKw: 50,
  efficiency: 0.96,
  minSocPcnt: 10,
  maxSocPcnt: 90,
  initialSocPcnt: 50,
  rampKwPerS: 10,
  deratePcnt: 5,
  defaultMode: 'idle',
};

const anyConfig: fc.Arbitrary<BatteryConfig> = fc.record({
  capacityKwh: fc.double({ min: 1, max: 2000, noNaN: true }),
  maxChargeKw: fc.double({ min: 1, max: 5000, noNaN: true }),
  maxDischargeKw: fc.double({ min: 1, max: 5000, noNaN: true }),
  efficiency: fc.double({ min: 0.8, max: 1, noNaN: true }),
  minSocPcnt: fc.integer({ min: 0, max: 30 }),
  maxSocPcnt: fc.integer({ min: 70, max: 100 }),
  initialSocPcnt: fc.integer({ min: 30, max: 70 }),
  rampKwPerS: fc.double({ min: 0.1, max: 1000, noNaN: true }),
  deratePcnt: fc.integer({ min: 0, max: 20 }),
  defaultMode: fc.constant('idle'),
});
const anyTargets = fc.array(
  fc.oneof(fc.double({ min: -6000, max: 6000, noNaN: true }), fc.constantFrom(-1e9, 1e9, Infinity, -Infinity, 0)),
  { minLength: 1, maxLength: 200 },
);
const anyStepS = fc.constantFrom(0.1, 1, 10, 60, 900);
const anyDrive = [anyConfig, anyTargets, anyStepS] as const;

function drive(driven: BatteryConfig, targets: readonly number[], dtS: number): BatteryState[] {
  const states = [newBattery(driven)];
  for (const target of targets) states.push(stepBattery(states.at(-1) ?? newBattery(driven), target, dtS));
  return states;
}

test('what is stored is what went in times the efficiency, less what came out divided by it', () => {
  const isConserved = (driven: BatteryConfig, targets: number[], dtS: number): void => {
    const [first, ...rest] = drive(driven, targets, dtS);
    const kwh = rest.map((state) => (state.powerKw * dtS) / 3600);
    const inKwh = kwh.filter((part) => part < 0).reduce((sum, part) => sum - part, 0);
    const outKwh = kwh.filter((part) => part > 0).reduce((sum, part) => sum + part, 0);
    const expected = (first?.energyKwh ?? 0) + inKwh * driven.efficiency - outKwh / driven.efficiency;
    expect(Math.abs((rest.at(-1)?.energyKwh ?? Number.NaN) - expected)).toBeLessThan(1e-9 * driven.capacityKwh);
  };
  fc.assert(fc.property(...anyDrive, isConserved));
});

test('the state of charge never leaves its window and the power never its ratings', () => {
  const staysInside = (driven: BatteryConfig, targets: number[], dtS: number): void => {
    for (const state of drive(driven, targets, dtS)) {
      expect(socPercent(state)).toBeGreaterThanOrEqual(driven.minSocPcnt - 1e-9);
      expect(socPercent(state)).toBeLessThanOrEqual(driven.maxSocPcnt + 1e-9);
      expect(state.powerKw).toBeGreaterThanOrEqual(-driven.maxChargeKw);
      expect(state.powerKw).toBeLessThanOrEqual(driven.maxDischargeKw);
    }
  };
  fc.assert(fc.property(...anyDrive, staysInside));
});

test('the ramp is never exceeded, neither by targets nor by the ends of the window', () => {
  const keepsRamp = (driven: BatteryConfig, targets: number[], dtS: number): void => {
    const states = drive(driven, targets, dtS);
    const jumps = states.slice(1).map((state, index) => Math.abs(state.powerKw - (states[index]?.powerKw ?? 0)));
    expect(Math.max(...jumps)).toBeLessThanOrEqual(driven.rampKwPerS * dtS * (1 + 1e-9) + 1e-6);
  };
  fc.assert(fc.property(...anyDrive, keepsRamp));
});

test('power falls towards the empty end and is whole in the middle', () => {
  const powerAt = (initialSocPcnt: number): number =>
    drive({ ...config, initialSocPcnt, rampKwPerS: 1000 }, [50], 1).at(-1)?.powerKw ?? 0;
  expect([50, 15, 12.5, 11, 10].map(powerAt)).toEqual([50, 50, 25, 10, 0]);
});

test('a target is reached as fast as the ramp goes and then kept', () => {
  expect(drive(config, [25, 25, 25, 25, -5], 1).map((state) => state.powerKw)).toEqual([0, 10, 20, 25, 25, 15]);
});
