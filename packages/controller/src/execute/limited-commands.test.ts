import { expect, it, test } from 'vitest';
import { type DrawnSet, drawTick, drawTicks, type Scene } from '../../testing/draw-tick.ts';
import { lastingLimits } from './execute-schedule.ts';

const CAN = { grid: 1_000, bess: 100 };
const booked = { 'grid/afrrImportBookingkW': [[0, 4, 60]], 'grid/afrrActivationkW': [[0, 4, 60]] } as const;

test.each<[string, DrawnSet, Scene, string]>([
  ['a storage that is full', { 'bess/activePowerkW': [[0, 4, -50]] }, { soc: 100 }, 'bess/activePowerkW soc 0'],
  [
    'a storage that has become smaller',
    { 'bess/activePowerkW': [[0, 4, 80]] },
    { ratings: { ...CAN, bess: 40 } },
    'bess/activePowerkW rating 40',
  ],
  [
    'a storage that would break the limit of the connection point',
    { 'bess/activePowerkW': [[0, 4, -80]], 'grid/upperLimitkW': [[0, 4, 30]] },
    {},
    'bess/activePowerkW limit -30',
  ],
  [
    'a limit for a load that nothing else can serve',
    { 'grid/upperLimitkW': [[0, 4, 50]] },
    { soc: 0, powers: { grid: 80 } },
    'grid/upperLimitkW soc 80',
  ],
  [
    'a limit for a load beyond the storage',
    { 'grid/upperLimitkW': [[0, 4, 50]] },
    { powers: { grid: 180 } },
    'grid/upperLimitkW rating 80',
  ],
  [
    'a setpoint beyond a limit',
    { 'grid/activePowerkW': [[0, 4, 80]], 'grid/upperLimitkW': [[0, 4, 50]] },
    {},
    'grid/activePowerkW limit 50',
  ],
  ['an activation of a full storage', booked, { soc: 100 }, 'grid/afrrActivationkW soc 0'],
])('%s is served in part', (_, set, scene, expected) => {
  const { limited } = drawTicks(300, set, { ratings: CAN, ...scene });
  expect(limited.map(({ asset, type, by, kW }) => `${asset}/${type} ${by} ${kW}`)).toEqual([expected]);
});

test.each<[string, DrawnSet, Scene]>([
  ['a setpoint that it reaches', { 'bess/activePowerkW': [[0, 4, 100]] }, {}],
  ['an activation on its way', booked, { at: 0 }],
  [
    'a limit that shedding keeps',
    { 'grid/upperLimitkW': [[0, 4, 50]] },
    { ratings: { ...CAN, load: 400 }, powers: { load: 300, grid: 300 } },
  ],
  [
    'a limit that curtailment keeps',
    { 'grid/lowerLimitkW': [[0, 4, -20]] },
    { ratings: { ...CAN, solar: 400 }, powers: { solar: 300, grid: -300 } },
  ],
])('%s is served in whole', (_, set, scene) => {
  expect(drawTick(set, { ratings: CAN, ...scene }).limited).toEqual([]);
});

it('is told once it has lasted', () => {
  const lasting = lastingLimits();
  const limited = [{ asset: 'bess', type: 'activePowerkW', by: 'soc', kW: 0 }];
  const told = [limited, limited, [], limited, limited, limited, limited, limited, limited].map(lasting);
  expect(told.map((one) => one.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1]);
});
