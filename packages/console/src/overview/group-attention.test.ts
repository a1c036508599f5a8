import type { SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { madeUpSite } from '../sites/made-up-site.ts';
import { groupAttention, groupTitle } from './group-attention.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const at = (time: string) => `2030-01-01T${time}:00.000Z`;
const withIssue = (name: string, code: string, from: string): SiteOverview => ({
  ...madeUpSite(name),
  issues: [{ code, from: at(from) }],
});
const shown = (sites: readonly SiteOverview[]) =>
  groupAttention(sites, NOW).map((group) => [groupTitle(group), group.first.siteName, group.since]);

it('sites are grouped by what is wrong, with that for which it begins first', () => {
  expect(
    shown([
      withIssue('Bus depot', 'energy', '23:30'),
      withIssue('Hospital', 'energy', '23:10'),
      { ...madeUpSite('School'), isOnline: false, reportedAt: at('02:14') },
      madeUpSite('Brewery'),
    ]),
  ).toEqual([
    ['1 site offline', 'School', Date.parse(at('02:14'))],
    ['2 storages short of energy or room', 'Hospital', Date.parse(at('23:10'))],
  ]);
});

it('a site stands in each group that concerns it', () => {
  const site = { ...withIssue('Bus depot', 'energy', '23:30'), rejected: 1, limited: 2 };
  expect(shown([site])).toEqual([
    ['1 site with rejected commands', 'Bus depot', undefined],
    ['1 site with commands served in part only', 'Bus depot', undefined],
    ['1 storage short of energy or room', 'Bus depot', Date.parse(at('23:30'))],
  ]);
});
