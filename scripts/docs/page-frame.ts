import { basename } from 'node:path';
import type { Door } from './read-doors.ts';
import { escapeHtml, type RenderedPage } from './render-markdown.ts';

export interface Framed {
  /** The name of the page, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly page: RenderedPage;
  readonly doors: readonly Door[];
}

/** A whole page: the way to all others on the left, the search above, the text. */
export function pageFrame({ name, title, page, doors }: Framed): string {
  const markdown = name === 'index' ? 'llms.txt' : `${name}.md`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Setpoint</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="site.css">
<link rel="alternate" type="text/markdown" href="${markdown}">
<script src="search.js" defer></script>
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<a class="home" href="index.html">Setpoint <span>docs</span></a>
<form role="search" hidden>
<input type="search" aria-label="Search the docs" placeholder="Search ( / )" autocomplete="off" spellcheck="false">
<ol id="found" aria-label="What was found" hidden></ol>
<p id="count" role="status"></p>
</form>
<a href="reference">Reference</a>
<a class="console" href="/" hidden>Console</a>
</header>
<div class="columns">
<details class="menu"><summary>All pages</summary>
<nav aria-label="All pages">
${doors.map((door) => doorOf(door, { name, page })).join('\n')}
</nav>
</details>
<main id="text" tabindex="-1">
${page.html}
${turnsOf(doors, name)}<footer><a href="${markdown}">This page as ${name === 'index' ? 'text for language models' : 'Markdown'}</a></footer>
</main>
</div>
</body>
</html>
`;
}

/** What stands at the address that a page had before. */
export function movedFrame(now: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${now}.html">
<title>Moved · Setpoint</title>
<h1 id="moved">Moved</h1>
<p>This page is part of <a href="${now}.html">another one</a>.</p>
</html>
`;
}

function doorOf(door: Door, shown: Pick<Framed, 'name' | 'page'>): string {
  const links = door.entries.map(({ title, file }) => {
    const name = pageName(file);
    if (name !== shown.name) return `<li><a href="${name}.html">${escapeHtml(title)}</a></li>`;
    return `<li><a href="${name}.html" aria-current="page">${escapeHtml(title)}</a>${contentsOf(shown.page)}</li>`;
  });
  return `<h2>${escapeHtml(door.name)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
}

function contentsOf({ sections }: RenderedPage): string {
  const links = sections
    .filter(({ level }) => level === 2)
    .map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
  return links.length < 2 ? '' : `\n<ul>\n${links.join('\n')}\n</ul>`;
}

/** The pages before and after this one, in the order of the doors. */
function turnsOf(doors: readonly Door[], shown: string): string {
  const pages = doors.flatMap(({ entries }) => entries);
  const at = pages.findIndex(({ file }) => pageName(file) === shown);
  const link = (page: (typeof pages)[number] | undefined, rel: string, label: string) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${pageName(page.file)}.html">${label}<strong>${escapeHtml(page.title)}</strong></a>`;
  const before = at > 0 ? pages[at - 1] : undefined;
  return `<nav class="turns" aria-label="Pages before and after">${link(before, 'prev', 'Before')}${link(pages[at + 1], 'next', 'Next')}</nav>\n`;
}

/** `hold.md` is the page `hold`, and `../SECURITY.md` the page `project-security`: `docs/` has one of that name. */
export function pageName(file: string): string {
  const name = basename(file, '.md').toLowerCase();
  return file.startsWith('../') ? `project-${name}` : name;
}
