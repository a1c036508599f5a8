import type { LatestFollowing, SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { attentionOf } from '../sites/attention.ts';
import { madeUpSite } from '../sites/made-up-site.ts';
import { arrangeSites, type Arrangement, rankNames } from './arrange-sites.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const SITES = [
  siteOf('a', followed('followed', 0.2)),
  siteOf('b', null),
  siteOf('c', followed('deviating', -12)),
  siteOf('d', followed('unknown', null)),
  siteOf('e', followed('deviating', 40)),
];
const ALL: Arrangement = { search: '', filter: 'all', column: 'following', isDescending: false };
const arranged = (how: Partial<Arrangement>) =>
  arrangeSites(SITES, { ...ALL, ...how }, { names: rankNames(SITES), now: NOW })
    .map(({ siteName }) => siteName)
    .join('');

it('sites are sorted by how they followed: who is furthest off first, who had nothing to follow last', () => {
  expect(arranged({})).toBe('ecadb');
  expect(arranged({ isDescending: true })).toBe('bdace');
});

it('those of a pool can be had alone, with any other filter', () => {
  const context = { names: rankNames(SITES), now: NOW, among: new Set(['b', 'e']) };
  const namesOf = (how: Partial<Arrangement>) =>
    arrangeSites(SITES, { ...ALL, ...how }, context).map(({ siteName }) => siteName);
  expect([namesOf({}), namesOf({ filter: 'deviating' })]).toEqual([['e', 'b'], ['e']]);
});

it('those that deviated can be had alone, need attention, and come before the others', () => {
  expect(arranged({ filter: 'deviating' })).toBe('ec');
  expect(arranged({ filter: 'attention' })).toBe('ec');
  expect(arranged({ column: 'attention' })).toBe('ceabd');
  expect(SITES.flatMap((site) => attentionOf(site, NOW).map(({ text }) => text))).toEqual([
    'Storage did not follow its setpoint, within tolerance 83.3 % of the time, until 15 min ago: nothing known explains it',
    'Storage did not follow its setpoint, within tolerance 83.3 % of the time, until 15 min ago: nothing known explains it',
  ]);
});

it('what needs attention is said in words, with what a trouble is about', () => {
  const since = '2030-01-01T09:59:00.000Z';
  const refused = { code: 'login_refused', asset: null, since } as const;
  const lost = { code: 'order_lost', asset: 'bess', since, message: 'battery-1' } as const;
  const site: SiteOverview = { ...siteOf('f', null), reportedAt: null, limited: 1, troubles: [refused, lost] };
  expect(attentionOf(site, NOW).map(({ text }) => text)).toEqual([
    'A controller was refused: it has no valid key',
    'Storage: a device drops its orders, and they are written again and again. The controller says: battery-1',
    'The controller serves 1 command in part only',
    'The controller has never reported',
  ]);
});

function followed(state: LatestFollowing['state'], meanErrorkW: number | null): LatestFollowing {
  return {
    asset: 'bess',
    type: 'activePowerkW',
    state,
    startAt: '2030-01-01T09:30:00.000Z',
    endAt: '2030-01-01T09:45:00.000Z',
    value: -120,
    meanErrorkW,
    withinShare: state === 'deviating' ? 0.833 : 1,
  };
}

function siteOf(siteName: string, following: LatestFollowing | null): SiteOverview {
  const deviatingSince = following?.state === 'deviating' ? following.startAt : null;
  return { ...madeUpSite(siteName), following, deviatingSince };
}
