import { expect, test } from 'vitest';
import { drawTick, type DrawnSet, type Scene } from '../../testing/draw-tick.ts';

const rejectedFor = (set: DrawnSet, scene: Scene) =>
  drawTick(set, { powers: { grid: 10 }, ...scene }).rejected.map(({ code, message }) => `${code}: ${message}`);

test.each<[string, DrawnSet, Scene]>([
  ['its own power', { 'bess/activePowerkW': [[0, 4, 10]] }, {}],
  ['a state of charge', { 'bess/optimalSocPcnt': [[0, 4, 50]] }, {}],
  ['the power of the connection point', { 'grid/activePowerkW': [[0, 4, 10]] }, {}],
  ['an activation', { 'grid/mfrrActivationkW': [[0, 4, 10]] }, {}],
  ['an answer to the frequency', { 'grid/fcrImportkW': [[0, 4, 10]] }, {}],
  ['an answer to a frequency that it measures', { 'grid/fcrImportkW': [[0, 4, 10]] }, { frequencyHz: null }],
])('a battery that cannot be read is not told as missing, whatever needs it: %s', (_, set, scene) => {
  expect(rejectedFor(set, { ...scene, unreached: ['bess'] })).toEqual([
    'internal: the bess of this site cannot be read',
  ]);
});

test('a meter that cannot be read is not told as missing either', () => {
  const unreached = ['grid'] as const;
  expect(rejectedFor({ 'grid/upperLimitkW': [[0, 4, 10]] }, { unreached })).toEqual([
    'internal: the grid of this site cannot be read',
  ]);
  expect(rejectedFor({ 'grid/fcrImportkW': [[0, 4, 10]] }, { unreached, frequencyHz: null })).toEqual([
    'internal: the grid of this site cannot be read',
  ]);
});

test('what nobody configured is missing', () => {
  expect(rejectedFor({ 'solar/solarCurtailmentPcnt': [[0, 4, 10]] }, { unreached: ['bess'] })).toEqual([
    'asset_missing: this site has no solar',
  ]);
});
