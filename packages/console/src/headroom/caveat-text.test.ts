import type { FleetHeadroom } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { caveatText } from './caveat-text.ts';

type Site = FleetHeadroom['sites'][number];

const interval = (hasSetpoint: boolean, isEnergyKnown: boolean) =>
  ({ isEnergyKnown, setpointUp: hasSetpoint ? { kW: 1, binds: [] } : null }) as unknown as Site['intervals'][number];
const site = (siteId: string, ...intervals: readonly Site['intervals'][number][]) =>
  ({ siteId, intervals }) as unknown as Site;
const whole = site('a', interval(true, true), interval(true, true));
const STORING = new Set(['a', 'b', 'c']);

it('says nothing where all is known', () => {
  expect(caveatText([whole, site('d', interval(true, false))], STORING)).toBe('');
});

it('says for how many sites the plan or the stored energy is not known all the time', () => {
  expect(caveatText([whole, site('b', interval(true, true), interval(false, true))], STORING)).toBe(
    '1 of 2 sites has no setpoint in part of this time. The power that such a site uses or makes by itself is not known, and is not in these figures.',
  );
  expect(caveatText([site('b', interval(true, false)), site('c', interval(true, false)), whole], STORING)).toBe(
    'The stored energy of 2 sites is not known all the time, and limits nothing then.',
  );
});
