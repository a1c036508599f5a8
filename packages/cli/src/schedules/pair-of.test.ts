import { expect, it } from 'vitest';
import { pairOf } from './pair-of.ts';

it.each(['grid.activePowerkW', 'grid/activePowerkW', 'grid:activepowerkw', ' GRID.ACTIVEPOWERKW '])(
  '%j is the setpoint of the connection point',
  (text) => {
    expect(pairOf(text)).toMatchObject({ asset: 'grid', type: 'activePowerkW' });
  },
);
