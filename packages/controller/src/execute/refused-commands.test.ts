import { expect, test } from 'vitest';
import { drawTick, type DrawnSet, type Scene } from '../../testing/draw-tick.ts';

const CURTAILED: DrawnSet = { 'solar/solarCurtailmentPcnt': [[0, 4, 50]] };
const ratings = { bess: 100, solar: 200, load: 100 };
const full: Scene = { ratings: { ...ratings, bess: 10 }, powers: { solar: 100, load: 0, grid: -100 } };

test.each<[string, string[], DrawnSet, Scene]>([
  ['a curtailment alone', [], CURTAILED, { ratings }],
  ['a setpoint of the storage', [], { 'bess/activePowerkW': [[0, 4, 20]] }, { ratings }],
  ['a setpoint of its own', ['bessKw'], { 'grid/activePowerkW': [[0, 4, 20]] }, { ratings: { bess: 100 } }],
  [
    'a limit beyond the curtailment',
    ['bessKw', 'solarMaxKw'],
    { ...CURTAILED, 'grid/lowerLimitkW': [[0, 4, 0]] },
    full,
  ],
])('for the connection point, %s needs %j', (_, parts, set, scene) => {
  expect([...drawTick(set, scene).gridParts].toSorted()).toEqual(parts);
});
