import { expect, test } from 'vitest';
import { newHeatPump, stepHeatPump, type HeatPumpConfig, type HeatPumpState } from './step-heat-pump.ts';

const config: HeatPumpConfig = {
  ratedKw: 30,
  minShare: 0.3,
  lowC: 20,
  highC: 22,
  storesKwhPerK: 80,
  losesKwPerK: 2,
  initialIndoorC: 21,
};

function live(outdoorCAt: (hour: number) => number, capKw: number | null = null): HeatPumpState[] {
  const states = [newHeatPump(config)];
  for (let second = 0; second < 7 * 86_400; second += 10) {
    const weather = { outdoorC: outdoorCAt(second / 3600), capKw };
    states.push(stepHeatPump(states.at(-1) ?? newHeatPump(config), weather, 10));
  }
  return states;
}

test.each([
  ['a steady 8 °C', () => 8],
  ['days between 2 and 14 °C', (hour: number) => 8 - 6 * Math.cos((hour / 12) * Math.PI)],
])('in %s the building stays between its bounds for a week', (_, outdoorCAt) => {
  const states = live(outdoorCAt);
  const indoor = states.map((state) => state.indoorC);
  expect(Math.min(...indoor)).toBeGreaterThan(19.95);
  expect(Math.max(...indoor)).toBeLessThan(22.05);
  expect(states.some((state) => state.isRunning)).toBe(true);
});

test('the heat bought equals the heat lost over a steady week', () => {
  const states = live(() => 7).slice(1);
  const heatKwh = states.reduce((sum, state) => sum + (state.powerKw * 3.4 * 10) / 3600, 0);
  const lostKwh = states.reduce((sum, state) => sum + (2 * (state.indoorC - 7) * 10) / 3600, 0);
  const storedKwh = ((states.at(-1)?.indoorC ?? 0) - 21) * 80;
  expect(heatKwh).toBeCloseTo(lostKwh + storedKwh, 0);
});

test('running compressors take their least to their rating, stopped ones nothing', () => {
  const powers = [...live(() => -5), ...live(() => 12)].map((state) => state.powerKw);
  expect(powers.filter((powerKw) => powerKw !== 0 && (powerKw < 9 || powerKw > 30))).toEqual([]);
  expect(powers.some((powerKw) => powerKw === 9)).toBe(true);
});

test('a cap of nothing lets the building cool towards the outside', () => {
  const last = live(() => 8, 0).at(-1);
  expect(last?.powerKw).toBe(0);
  expect(last?.indoorC).toBeLessThan(10);
});
