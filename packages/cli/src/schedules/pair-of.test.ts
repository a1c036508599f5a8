import { expect, it } from 'vitest';
import { pairOf } from './pair-of.ts';

it.each(['grid.activePowerkW', 'grid/activePowerkW', 'grid:activepowerkw', ' GRID.ACTIVEPOWERKW '])(
  '%j is the setpoint of the connection point',
  (text) => {
    expect(pairOf(text)).toMatchObject({ asset: 'grid', type: 'activePowerkW' });
  },
);

it.each([
  ['grid.activePower', 'There is no command "grid.activePower". Did you mean "grid.activePowerkW" or'],
  ['gird.activePowerkW', 'Did you mean "grid.activePowerkW"'],
  ['power', 'There is no command "power".'],
  ['', 'There is no command "". One is grid.activePowerkW'],
])('%j is none', (text, message) => {
  expect(() => pairOf(text)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), exitCode: 2 }),
  );
});
