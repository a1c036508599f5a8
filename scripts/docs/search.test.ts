import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildSite } from './build-site.ts';
import './search.js';

interface Found {
  readonly page: string;
}
type Search = (question: string) => readonly Found[];

const inSite = globalThis as unknown as {
  readonly createSearch: (pages: unknown) => Search;
};
const site = buildSite(fileURLToPath(new URL('../../docs', import.meta.url)));
const index = site.get('search-index.js') ?? '';
const search = inSite.createSearch(JSON.parse(index.slice(index.indexOf('=') + 1, index.lastIndexOf(';'))));
const pagesFor = (question: string) => search(question).map(({ page }) => page);

// What people ask, and the pages of which one must be among the first three.
const QUESTIONS: readonly (readonly [string, ...string[]])[] = [
  ['sizing', 'sizing'],
  ['how much memory do I need', 'sizing'],
  ['latency', 'sizing'],
  ['sign convention', 'signs-and-units'],
  ['is discharge positive', 'signs-and-units'],
  ['kW or MW', 'signs-and-units'],
  ['maximum sites', 'limits'],
  ['rate limit', 'limits', 'configuration'],
  ['429', 'limits', 'configuration', 'troubleshooting', 'errors'],
  ['forgot operator secret', 'troubleshooting'],
  ['lost password', 'troubleshooting'],
  ['firewall ports', 'network'],
  ['nginx', 'network'],
  ['ntp', 'network'],
  ['openadr', 'standards'],
  ['eebus', 'standards'],
  ['iec 61850', 'standards'],
  ['ocpp', 'standards'],
  ['license', 'is-it-for-me'],
  ['price', 'is-it-for-me'],
  ['alternatives', 'is-it-for-me'],
  ['roadmap', 'status'],
  ['uninstall', 'troubleshooting'],
  ['afrr', 'glossary'],
  ['time zone', 'setting-schedules', 'first-day-trader', 'signs-and-units'],
  ['daylight saving', 'setting-schedules', 'signs-and-units'],
  ['delete a schedule', 'setting-schedules', 'commands', 'command-line'],
  ['emergency stop', 'hold'],
  ['backup', 'backup'],
  ['restore', 'restore', 'backup'],
  ['postgres', 'scaling'],
  ['kubernetes', 'install'],
  ['docker', 'install'],
  ['webhook signature', 'webhooks'],
  ['idempotency key', 'durable', 'setting-schedules', 'portfolio', 'errors'],
  ['single sign on keycloak', 'sign-in', 'connect-a-provider'],
  ['python', 'python'],
  ['csv', 'setting-schedules', 'fleet'],
  ['what can I sell tomorrow', 'fleet', 'glossary', 'first-day-trader'],
  ['asset_missing', 'errors', 'troubleshooting', 'controllers'],
  ['prometheus metrics', 'operations'],
  ['site is offline', 'troubleshooting', 'alerts', 'get-alerted'],
];

it.each(QUESTIONS)('%s is found among the first three', (question, ...pages) => {
  const first = pagesFor(question).slice(0, 3);
  expect([question, first, pages.some((page) => first.includes(page))]).toEqual([question, first, true]);
});

it('words are whole words or begin so, and nonsense finds nothing', () => {
  expect(pagesFor('ports').slice(0, 3)).toContain('network');
  expect(search('zzqqx')).toEqual([]);
});

it('evidence, pages for developers and the changelog are not searched', () => {
  const pages = new Set(['latency', 'release', 'dependencies', 'proof', 'fixed'].flatMap(pagesFor));
  for (const page of ['benchmarks', 'reliability', 'asvs', 'dependencies', 'project-changelog'])
    expect([page, pages.has(page)]).toEqual([page, false]);
});
