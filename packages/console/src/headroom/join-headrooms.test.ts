import type { FleetHeadroom, HeadroomSums } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { joinHeadrooms } from './join-headrooms.ts';
import { KINDS } from './kinds.ts';

function part(siteId: string, ...powersKw: number[]): FleetHeadroom {
  const sum = powersKw.map((kW, hour) => {
    const kinds = KINDS.map(({ id }) => [id, { kW, sites: 1, unbounded: hour }]);
    return { from: `${hour}`, to: `${hour + 1}`, ...Object.fromEntries(kinds) } as HeadroomSums;
  });
  return { sites: [{ siteId, siteName: siteId, version: 0, reportedAt: null, intervals: [] }], sum };
}

it('answers about parts of a fleet add up to one about all of it, to the watt', () => {
  const { sites, sum } = joinHeadrooms([part('a', 0.1, 5), part('b', 0.2, 6), part('c', 0.4, 7)]);
  expect(sites.map(({ siteId }) => siteId)).toEqual(['a', 'b', 'c']);
  expect(sum.map(({ from, afrrImport, setpointDown }) => [from, afrrImport, setpointDown.kW])).toEqual([
    ['0', { kW: 0.7, sites: 3, unbounded: 0 }, 0.7],
    ['1', { kW: 18, sites: 3, unbounded: 3 }, 18],
  ]);
});
