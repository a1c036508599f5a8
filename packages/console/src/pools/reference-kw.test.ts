import type { SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { referenceKw } from './reference-kw.ts';

it.each<[string, Record<string, number>, number | undefined]>([
  ['the setpoint', { activePowerkW: 100 }, 100],
  ['within the limits', { activePowerkW: 100, upperLimitkW: 60, lowerLimitkW: -10 }, 60],
  ['with what the other service asks for', { activePowerkW: 100, mfrrActivationkW: -30 }, 70],
  ['without what its own service asks for', { activePowerkW: 100, afrrActivationkW: -30 }, 100],
  ['unknown without a setpoint', { afrrActivationkW: -30 }, undefined],
])('a site would do %s', (_title, values, expected) => {
  const running = Object.entries(values).map(([type, value]) => ({ asset: 'grid', type, value, endAt: '' }));
  expect(referenceKw({ running } as unknown as SiteOverview, 'afrr')).toBe(expected);
});
