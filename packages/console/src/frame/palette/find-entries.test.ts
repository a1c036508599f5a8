import { expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { findEntries } from './find-entries.ts';
import { SITE_TASKS } from './site-tasks.ts';

const ENTRIES: readonly Entry[] = [
  { href: '/', label: 'Fleet', kind: 'View' },
  { href: '/pools', label: 'Pools', kind: 'View' },
  { href: '/sites/1', label: 'Brewery Plzen', kind: 'Site', also: '1f-9' },
  { href: '/sites/2', label: 'Old brewery', kind: 'Site', also: '2f-9' },
  { href: '/pools/1', label: 'aFRR brewery', kind: 'Pool' },
  { href: '/docs/microbrewery.html', label: 'Microbrewery', kind: 'Docs' },
];

const found = (query: string, recent: readonly string[] = [], entries = ENTRIES) =>
  findEntries({ entries, query, recent }).map(({ href }) => href);

it('finds what begins so first, then whole words, then what has it within', () => {
  expect(found('brew')).toEqual(['/sites/1', '/sites/2', '/pools/1', '/docs/microbrewery.html']);
});

it('finds by all words, in any order and case, and by the beginning of an id', () => {
  expect(found('PLZ brew')).toEqual(['/sites/1']);
  expect(found('2f-')).toEqual(['/sites/2']);
  expect(found('brewery berlin')).toEqual([]);
});

it('puts where one was first among equals', () => {
  expect(found('brew', ['/pools/1'])).toEqual(['/sites/1', '/pools/1', '/sites/2', '/docs/microbrewery.html']);
});

it('shows before typing where one was, as far as it is still there, then the views', () => {
  expect(found('', ['/sites/2', '/sites/gone', '/pools'])).toEqual(['/sites/2', '/pools', '/']);
});

it('leaves room for other kinds beside ten thousand sites', () => {
  const sites = Array.from({ length: 10_000 }, (_, index): Entry => {
    return { href: `/sites/${index}`, label: `Pool house ${index}`, kind: 'Site' };
  });
  expect(found('pool', [], [...sites, { href: '/pools/1', label: 'Pool north', kind: 'Pool' }])).toContain('/pools/1');
});

const withTasks = (query: string) =>
  findEntries({ entries: ENTRIES, tasks: SITE_TASKS, query, recent: [] }).map(({ href, label }) => [label, href]);

it('finds a view by another word for it, after what has the word in its name', () => {
  const headroom: Entry = { href: '/headroom', label: 'Headroom', kind: 'View', also: 'sell offer' };
  const seller: Entry = { href: '/sites/3', label: 'Upsell park', kind: 'Site' };
  expect(found('sell', [], [headroom, seller])).toEqual(['/sites/3', '/headroom']);
  expect(found('ell', [], [headroom])).toEqual([]);
});

it('finds what can be done with a site by a verb and a part of its name', () => {
  expect(withTasks('hold brew')).toEqual([
    ['Hold Brewery Plzen', '/holds?site=1'],
    ['Hold Old brewery', '/holds?site=2'],
  ]);
  expect(withTasks('plz day')).toEqual([['Set a day of Brewery Plzen', '/sites/1/day']]);
  expect(withTasks('hold')).toEqual([]);
});

it('lists what can be done with a site after the only one of a name', () => {
  expect(withTasks('plzen').map(([label]) => label)).toEqual([
    'Brewery Plzen',
    'Hold Brewery Plzen',
    'Edit the schedule of Brewery Plzen',
    'Set a day of Brewery Plzen',
  ]);
  expect(withTasks('brewery').some(([label]) => label?.startsWith('Hold'))).toBe(false);
});
