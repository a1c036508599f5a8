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
    '250 kW import: grid setpoint 100 + aFRR activation 150; limit 400 leaves 150; limit −1,000 leaves 1,250; ' +
      'reserves 350 import, 150 export; ⚠ Too little room below the upper limit for the import reserves by 50 kW',
  );
});

it('says that an order of a pool binds, also one for nothing', () => {
  const order = { poolId: 'p', service: 'afrr', sequence: 4_711, validUntil: '2030-01-01T00:00:12Z' };
  const setpoint = { source: 'grid/activePowerkW', delta: 100, after: 100 };
  const textOf = (delta: number) => {
    const because = [setpoint, { source: 'order', delta, after: 100 + delta, order }];
    return describeSegment('grid', { ...NOTHING, target: 100 + delta, because });
  };
  expect(textOf(-40)).toContain('grid setpoint 100 − order of a pool for aFRR (signal 4711) 40');
  expect(textOf(0)).toContain('grid setpoint 100 + order of a pool for aFRR (signal 4711) 0');
});

it('says what cut a setpoint', () => {
  const because = [
    { source: 'grid/activePowerkW', delta: 500, after: 500 },
    { source: 'grid/upperLimitkW', delta: -100, after: 400 },
    { source: 'grid/afrrActivationkW', delta: -50, after: 350 },
  ];
  expect(describeSegment('grid', { ...NOTHING, target: 350, hi: 400, because })).toBe(
    '350 kW import: grid setpoint 500, cut to 400 by the grid upper limit, − aFRR activation 50; limit 400 leaves 50',
  );
});

it('says that a site follows its own operation, and within which bounds', () => {
  expect(describeSegment('grid', { ...NOTHING, lo: -1_000, hi: 400 })).toBe(
    'own operation; between 1,000 kW export and 400 kW import',
  );
  expect(describeSegment('bess', { ...NOTHING, offset: -150 })).toBe('own operation − 150 kW');
});
