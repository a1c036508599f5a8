import { escapeHtml, type LinkTo, plainText, renderInline } from './render-inline.ts';

/** What stands below one heading, for the search. */
interface Section {
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly Section[];
}

interface Work {
  readonly linkTo: LinkTo;
  readonly ids: Map<string, number>;
  readonly sections: { id: string; level: number; heading: string; text: string }[];
}

/**
 * The Markdown that our pages are written in, as HTML: headings, paragraphs, lists, tables, code. It is GitHub's, without
 * what we do not use; HTML in a page is shown as text, except comments, which are left out.
 */
export function renderMarkdown(markdown: string, linkTo: LinkTo): RenderedPage {
  const work: Work = { linkTo, ids: new Map(), sections: [] };
  const html = renderBlocks(markdown.replaceAll('\r\n', '\n').split('\n'), work);
  return { html, sections: work.sections };
}

const FENCE = /^(`{3,})\s*([\w-]*)/;
const HEADING = /^(#{1,6}) +(.+)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +/;
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

interface Block {
  readonly html: string;
  /** How many lines it took. */
  readonly taken: number;
}

function renderBlocks(lines: readonly string[], work: Work): string {
  const blocks: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const { html, taken } = renderBlock(lines.slice(at), work);
    if (html !== '') blocks.push(html);
    at += taken;
  }
  return blocks.join('\n');
}

function renderBlock(lines: readonly string[], work: Work): Block {
  const [first = '', second = ''] = lines;
  if (first.trim() === '') return { html: '', taken: 1 };
  if (first.startsWith('<!--')) return skipComment(lines);
  if (FENCE.test(first)) return renderFence(lines, work);
  if (HEADING.test(first)) return renderHeading(first, work);
  if (TABLE_RULE.test(second)) return renderTable(lines, work);
  if (ITEM.test(first)) return renderList(lines, work);
  return renderParagraph(lines, work);
}

function skipComment(lines: readonly string[]): Block {
  return { html: '', taken: 1 + lines.findIndex((line) => line.includes('-->')) };
}

function renderFence(lines: readonly string[], work: Work): Block {
  const [, mark = '', language = ''] = FENCE.exec(lines[0] ?? '') ?? [];
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === mark);
  if (end === -1) throw new Error(`a block of code has no end: ${lines[0]}`);
  const code = lines.slice(1, end).join('\n');
  note(work, code);
  const kind = language === '' ? '' : ` class="language-${language}"`;
  return { html: `<pre tabindex="0"><code${kind}>${escapeHtml(code)}\n</code></pre>`, taken: end + 1 };
}

function renderHeading(line: string, work: Work): Block {
  const [, marks = '', text = ''] = HEADING.exec(line) ?? [];
  const heading = plainText(text);
  const slug = slugOf(heading);
  const times = work.ids.get(slug) ?? 0;
  work.ids.set(slug, times + 1);
  const id = times === 0 ? slug : `${slug}-${times}`;
  const level = marks.length;
  work.sections.push({ id, level, heading, text: '' });
  return { html: `<h${level} id="${id}">${renderInline(text, work.linkTo)}</h${level}>`, taken: 1 };
}

/** The anchor of a heading, as GitHub makes it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function renderTable(lines: readonly string[], work: Work): Block {
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const rows = (end === -1 ? lines : lines.slice(0, end)).map(cellsOf);
  const [head = [], , ...body] = rows;
  for (const row of [head, ...body]) note(work, plainText(row.join(' ')));
  const columns = head.map((cell) =>
    cell === '' ? '<td></td>' : `<th scope="col">${renderInline(cell, work.linkTo)}</th>`,
  );
  const drawn = body.map(
    (row) => `<tr>${row.map((cell) => `<td>${renderInline(cell, work.linkTo)}</td>`).join('')}</tr>`,
  );
  const top = head.every((cell) => cell === '') ? '' : `<thead><tr>${columns.join('')}</tr></thead>\n`;
  const html = `<div class="table" tabindex="0"><table>\n${top}<tbody>\n${drawn.join('\n')}\n</tbody></table></div>`;
  return { html, taken: rows.length };
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function renderList(lines: readonly string[], work: Work): Block {
  const number = ITEM.exec(lines[0] ?? '')?.[1];
  const isNext = (line: string) => ITEM.test(line) && (ITEM.exec(line)?.[1] === undefined) === (number === undefined);
  const after = lines.findIndex(
    (line, at) =>
      at > 0 && !isNext(line) && !isWithin(line, lines, at) && !(line === '' && isNext(lines[at + 1] ?? '')),
  );
  const own = after === -1 ? lines : lines.slice(0, after);
  const drawn = itemsOf(own, isNext).map((item) => `<li>${unwrapped(renderBlocks(item, work))}</li>`);
  const tag = number === undefined ? 'ul' : 'ol';
  const start = number === undefined || number === '1' ? '' : ` start="${number}"`;
  return { html: `<${tag}${start}>\n${drawn.join('\n')}\n</${tag}>`, taken: own.length };
}

function itemsOf(lines: readonly string[], isFirst: (line: string) => boolean): string[][] {
  const items: string[][] = [];
  let indent = 0;
  for (const line of lines) {
    if (isFirst(line)) {
      indent = ITEM.exec(line)?.[0].length ?? 0;
      items.push([line.slice(indent)]);
    } else items.at(-1)?.push(line.replace(new RegExp(`^ {1,${indent}}`), ''));
  }
  return items;
}

function isWithin(line: string, lines: readonly string[], at: number): boolean {
  if (line === '') return isIndented(lines[at + 1]);
  return isIndented(line) || isLazy(line, lines[at - 1]);
}

const isIndented = (line: string | undefined) => line?.startsWith('  ') === true;
// A paragraph of an item goes on without being indented, as long as no line is empty.
const isLazy = (line: string, before: string | undefined) =>
  line !== '' && before !== '' && !HEADING.test(line) && !FENCE.test(line) && !ITEM.test(line) && !line.startsWith('|');

// An item of one paragraph needs none.
function unwrapped(html: string): string {
  const [, first, rest = ''] = /^<p>([\s\S]*?)<\/p>([\s\S]*)$/.exec(html) ?? [];
  return first === undefined || rest.includes('<p>') ? html : first + rest;
}

function renderParagraph(lines: readonly string[], work: Work): Block {
  const end = lines.findIndex((line, index) => index > 0 && endsParagraph(line));
  const own = end === -1 ? lines : lines.slice(0, end);
  const text = own.map((line) => line.trim()).join('\n');
  note(work, plainText(text));
  return { html: `<p>${renderInline(text, work.linkTo)}</p>`, taken: own.length };
}

function endsParagraph(line: string): boolean {
  return line.trim() === '' || FENCE.test(line) || HEADING.test(line) || ITEM.test(line) || line.startsWith('|');
}

function note(work: Work, text: string): void {
  const section = work.sections.at(-1);
  if (section !== undefined) section.text += `${text} `;
}
