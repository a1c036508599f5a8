import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findUnlisted } from './find-unlisted.ts';
import { movedFrame, pageFrame, pageName } from './page-frame.ts';
import { type Door, readDoors } from './read-doors.ts';
import { type RenderedPage, renderMarkdown } from './render-markdown.ts';

/** What pages hand out whole, to save and to run. */
const PROGRAMS = 'learn/*.{py,sh}';

const CHANGELOG = '../CHANGELOG.md';

/** What the service has beside the pages; the site links to it, and as files it is not there. */
const SERVED = new Set(['reference']);

/** Pages that became part of another: their addresses lead there. */
const MOVED: Readonly<Record<string, string>> = {
  'hold-and-release': 'hold',
  'get-alerted': 'alerts',
  upgrade: 'upgrading',
  restore: 'backup',
  'connect-a-provider': 'sign-in',
};

interface Page {
  readonly name: string;
  readonly markdown: string;
  readonly page: RenderedPage;
}

/** The whole site by the names of its files: pages, each of them as Markdown, the search, `llms.txt`. */
export function buildSite(docs: string): ReadonlyMap<string, string> {
  const contents = read(join(docs, 'README.md'));
  const doors = readDoors(contents);
  const files = doors.flatMap(({ entries }) => entries.map(({ file }) => file));
  const problems = findUnlisted(docs);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const names = new Set(files.map(pageName));
  const pages: Page[] = [
    { file: 'README.md', name: 'index' },
    ...files.map((file) => ({ file, name: pageName(file) })),
  ].map(({ file, name }) => {
    const markdown = read(join(docs, file));
    const linkTo = (address: string) => linkFrom(file, address, names);
    return { name, markdown: flatLinks(file, markdown), page: renderMarkdown(markdown, linkTo) };
  });
  const site = new Map<string, string>();
  for (const { name, markdown, page } of pages) {
    const title = page.sections[0]?.heading ?? name;
    site.set(`${name}.html`, pageFrame({ name, title, page, doors }));
    if (name !== 'index') site.set(`${name}.md`, markdown);
  }
  for (const [name, now] of Object.entries(MOVED)) site.set(`${name}.html`, movedFrame(now));
  site.set('llms.txt', llmsText(contents, doors));
  site.set('search-index.js', `globalThis.setpointPages=${JSON.stringify(searchIndex(pages, doors))};\n`);
  for (const picture of globSync('images/*.svg', { cwd: docs }).toSorted())
    site.set(basename(picture), read(join(docs, picture)));
  for (const program of globSync(PROGRAMS, { cwd: docs }).toSorted())
    site.set(basename(program), read(join(docs, program)));
  for (const asset of ['site.css', 'site.js', 'search.js']) site.set(asset, read(join(import.meta.dirname, asset)));
  return site;
}

/** From a page to another as they are on the site, where all lie in one folder. What is only in the repository leads nowhere. */
function linkFrom(file: string, address: string, names: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:|#)/.test(address)) return address;
  const [path = '', anchor] = address.split('#');
  if (/\.(?:svg|py|sh)$/.test(path)) return basename(path);
  if (SERVED.has(path)) return path;
  if (!path.endsWith('.md')) return undefined;
  const target = join(dirname(file), path);
  const name = target === 'README.md' ? 'index' : pageName(target);
  if (name !== 'index' && !names.has(name)) return undefined;
  return `${name}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** A page as Markdown, with links as they are on the site. */
function flatLinks(file: string, markdown: string): string {
  return markdown.replaceAll(
    /\]\(((?:\.\.\/)*[\w/-]+\.md)/g,
    (_, path: string) => `](${pageName(join(dirname(file), path))}.md`,
  );
}

/** The way to all pages for a language model: https://llmstxt.org. */
function llmsText(contents: string, doors: readonly Door[]): string {
  const [, about = ''] = contents.split('\n\n');
  const lists = doors.map(({ name, entries }) => {
    const lines = entries.map(({ title, file, about: says }) => `- [${title}](${pageName(file)}.md): ${says}`);
    return `## ${name}\n\n${lines.join('\n')}\n`;
  });
  const interfaces = [
    '- [OpenAPI 3.1](/openapi.json): every call over HTTPS',
    '- [AsyncAPI 3](/asyncapi.json): what controllers and clients exchange by MQTT',
  ];
  return `# Setpoint\n\n> ${about.replaceAll('\n', ' ')}\n\n${lists.join('\n')}\n## Machine-readable\n\n${interfaces.join('\n')}\n`;
}

// Reports of measurements have every word, and pages for developers have others.
const NOT_SEARCHED: readonly string[] = ['Evidence', 'Develop'];

/** What the search looks at: all but evidence and the changelog. */
function searchIndex(pages: readonly Page[], doors: readonly Door[]) {
  const entries = doors.filter(({ name }) => !NOT_SEARCHED.includes(name)).flatMap((door) => door.entries);
  return entries.flatMap(({ file, about, title }) => {
    const found = pages.find(({ name }) => name === pageName(file));
    if (found === undefined || file === CHANGELOG) return [];
    const sections = found.page.sections.map(({ id, heading, text }) => [
      id,
      heading,
      text.replaceAll(/\s+/g, ' ').trim(),
    ]);
    const heading = found.page.sections[0]?.heading ?? title;
    return [{ page: found.name, title: heading, about: `${title}. ${about}`, sections }];
  });
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
