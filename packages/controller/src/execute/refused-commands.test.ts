import { expect, test } from 'vitest';
import { drawTick, type DrawnSet, type Scene } from '../../testing/draw-tick.ts';

const CURTAILED: DrawnSet = { 'solar/solarCurtailmentPcnt': [[0, 4, 50]] };
const ratings = { bess: 100, solar: 200, load: 100 };

const partsFor = (set: DrawnSet, scene: Scene = {}) => [...drawTick(set, { ratings, ...scene }).gridParts].toSorted();

test('a curtailment alone asks nothing for the connection point', () => {
  expect(partsFor(CURTAILED)).toEqual([]);
});

test('a storage with a setpoint of its own asks nothing for it either', () => {
  expect(partsFor({ 'bess/activePowerkW': [[0, 4, 20]] })).toEqual([]);
});

test('a setpoint of the connection point needs the storage', () => {
  expect(partsFor({ ...CURTAILED, 'grid/activePowerkW': [[0, 4, 20]] })).toContain('bessKw');
});

test('a limit that needs more curtailment than was asked for needs the sun', () => {
  const set: DrawnSet = { ...CURTAILED, 'grid/lowerLimitkW': [[0, 4, 0]] };
  const powers = { solar: 100, load: 0, grid: -100 };
  expect(partsFor(set, { ratings: { bess: 10, solar: 200, load: 100 }, powers })).toEqual(['bessKw', 'solarMaxKw']);
});
