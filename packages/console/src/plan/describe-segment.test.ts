import { expect, it } from 'vitest';
import { describeSegment } from './describe-segment.ts';
import type { Segment } from './segment.ts';

const NOTHING: Segment = {
  fromMs: 0,
  toMs: 1,
  target: null,
  offset: null,
  lo: null,
  hi: null,
  reserveImport: null,
  reserveExport: null,
  because: [],
  issues: [],
};

it('says how a target came about, and what the limits leave', () => {
  const segment: Segment = {
    ...NOTHING,
    target: 250,
    lo: -1_000,
    hi: 400,
    reserveImport: 350,
    reserveExport: 150,
    because: [
      { source: 'grid/activePowerkW', delta: 100, after: 100 },
      { source: 'grid/afrrActivationkW', delta: 150, after: 250 },
      { source: 'grid/upperLimitkW', delta: 0, after: 250 },
    ],
    issues: [{ code: 'headroom_import', amount: 50 }],
  };
  expect(describeSegment('grid', segment)).toBe(
    '250 kW import: grid setpoint 100 + aFRR activation 150. 150 kW below the upper limit of 400, ' +
      '1,250 kW above the lower limit of −1,000. Reserved: 350 kW import, 150 kW export. ' +
      '⚠ Too little room below the upper limit for the import reserves by 50 kW.',
  );
});

it('says that an order of a pool binds, also one for nothing', () => {
  const order = { poolId: 'p', service: 'afrr', sequence: 4_711, validUntil: '2030-01-01T00:00:12Z' };
  const setpoint = { source: 'grid/activePowerkW', delta: 100, after: 100 };
  const textOf = (delta: number) => {
    const because = [setpoint, { source: 'order', delta, after: 100 + delta, order }];
    return describeSegment('grid', { ...NOTHING, target: 100 + delta, because });
  };
  expect(textOf(-40)).toContain('grid setpoint 100 − aFRR order (signal 4711) 40');
  expect(textOf(0)).toContain('grid setpoint 100 + aFRR order (signal 4711) 0');
});

it('says what cut a setpoint', () => {
  const because = [
    { source: 'grid/activePowerkW', delta: 500, after: 500 },
    { source: 'grid/upperLimitkW', delta: -100, after: 400 },
    { source: 'grid/afrrActivationkW', delta: -50, after: 350 },
  ];
  expect(describeSegment('grid', { ...NOTHING, target: 350, hi: 400, because })).toBe(
    '350 kW import: grid setpoint 500, cut to 400 by the grid upper limit, − aFRR activation 50. 50 kW below the upper limit of 400.',
  );
});

it('says that a site follows its own operation, and within which bounds', () => {
  expect(describeSegment('grid', { ...NOTHING, lo: -1_000, hi: 400 })).toBe(
    'no setpoint: own operation. Allowed: 1,000 kW export to 400 kW import.',
  );
  expect(describeSegment('bess', { ...NOTHING, offset: -150 })).toBe('no setpoint: own operation − 150 kW.');
});

it('an order is named where there is no setpoint', () => {
  const order = { poolId: 'p', service: 'afrr', sequence: 29, validUntil: '2030-01-01T00:00:12Z' } as const;
  const because = [{ source: 'order', delta: 0, after: 0, order }];
  const segment = { ...NOTHING, lo: -500, hi: 1_500, reserveImport: 100, reserveExport: 100, because };
  expect(describeSegment('grid', segment)).toBe(
    'no setpoint: own operation. aFRR order (signal 29) 0 kW. Allowed: 500 kW export to 1,500 kW import. Reserved: 100 kW each way.',
  );
});
