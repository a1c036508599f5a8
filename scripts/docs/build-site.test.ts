import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildSite } from './build-site.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const site = buildSite(DOCS);
// Of the service, not of the site.
const SERVED = new Set(['reference', '/']);
const pages = [...site].filter(([name]) => name.endsWith('.html'));

it.each(pages)('each link of %s leads somewhere', (_name, html) => {
  const ids = (page: string) => new Set([...(site.get(page) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const addresses = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
  const own = addresses.filter((address) => !/^(?:https?:|data:)/.test(address) && !SERVED.has(address));
  const broken = own.filter((address) => {
    const [page = '', anchor] = address.split('#');
    if (page !== '' && !site.has(page)) return true;
    return anchor !== undefined && !(page === '' ? html.includes(` id="${anchor}"`) : ids(page).has(anchor));
  });
  expect(broken).toEqual([]);
});

it.each(pages)('%s has one first heading, and no Markdown that was not understood', (_name, html) => {
  expect(html.match(/<h1 /g)).toHaveLength(1);
  const text = html.replaceAll(/<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, '').replaceAll(/<[^>]*>/g, '');
  expect(text.match(/.*(?:\]\(|\*\*|^#+ |^\||^```).*/gm) ?? []).toEqual([]);
});

it('each page is there as Markdown, and llms.txt leads to all of them', () => {
  const markdown = [...site.keys()].filter((name) => name.endsWith('.md'));
  const moved = pages.filter(([, html]) => html.includes('http-equiv="refresh"'));
  expect(markdown).toHaveLength(pages.length - moved.length - 1);
  expect(moved.length).toBeGreaterThan(0);
  const listed = [...(site.get('llms.txt') ?? '').matchAll(/^- \[.+?\]\((.+?\.md)\): ./gm)].map(
    ([, name = '']) => name,
  );
  expect(listed.toSorted()).toEqual(markdown.toSorted());
});

it('is the same each time', () => {
  expect([...buildSite(DOCS)]).toEqual([...site]);
});

it('refuses a page that no door leads to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(DOCS, join(folder, 'docs'), { recursive: true });
  for (const name of ['SECURITY.md', 'CHANGELOG.md']) cpSync(join(DOCS, '..', name), join(folder, name));
  writeFileSync(join(folder, 'docs/do/lost.md'), '# Lost');
  expect(() => buildSite(join(folder, 'docs'))).toThrow('lost.md is listed under no door');
});
