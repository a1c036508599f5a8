import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';

/** What becomes of a link's address: an address, or undefined for a link that leads nowhere here. */
type LinkTo = (address: string) => string | undefined;

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

/** Our pages as HTML. HTML in a page is shown as text, except comments, which are left out. */
export function renderMarkdown(markdown: string, linkTo: LinkTo): RenderedPage {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  const ids = sections.map(({ id }) => id).values();
  marked.use({
    renderer: {
      heading({ tokens: own, depth }) {
        return `<h${depth} id="${ids.next().value}">${this.parser.parseInline(own)}</h${depth}>\n`;
      },
      code({ raw, text, lang = '' }) {
        if (!/\n\s*`{3,}\s*$/.test(raw)) throw new Error(`a block of code has no end: ${raw.split('\n')[0]}`);
        const kind = lang === '' ? '' : ` class="language-${lang}"`;
        return `<pre tabindex="0"><code${kind}>${escapeHtml(text)}\n</code></pre>\n`;
      },
      html: ({ text }) => escapeHtml(text.replaceAll(/<!--.*?-->/gs, '')),
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[]) => row.map(({ tokens: own }) => this.parser.parseInline(own));
        const head = cells(header).map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`));
        const top = head.every((cell) => cell === '<td></td>') ? '' : `<thead><tr>${head.join('')}</tr></thead>\n`;
        const body = rows.map(
          (row) =>
            `<tr>${cells(row)
              .map((cell) => `<td>${cell}</td>`)
              .join('')}</tr>`,
        );
        return `<div class="table" tabindex="0"><table>\n${top}<tbody>\n${body.join('\n')}\n</tbody></table></div>\n`;
      },
      link({ href, tokens: own }) {
        const [inner, target] = [this.parser.parseInline(own), linkTo(href)];
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(linkTo(href) ?? href)}" alt="${escapeHtml(text)}">`,
    },
  });
  return { html: marked.parser(tokens).trim(), sections };
}

/** The headings of a page, each with an anchor of its own and the words below it. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const times = new Map<string, number>();
  const sections: (Section & { text: string })[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = wordsOf(token.tokens);
      const slug = slugOf(heading);
      const before = times.get(slug) ?? 0;
      times.set(slug, before + 1);
      sections.push({
        id: before === 0 ? slug : `${slug}-${before}`,
        level: Number(token['depth']),
        heading,
        text: '',
      });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${wordsOf([token])} `;
    }
  }
  return sections;
}

/** The anchor of a heading, as GitHub makes it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Some Markdown for a search or a heading's address: words alone. */
function wordsOf(tokens: readonly Token[] = []): string {
  return tokens.map((token) => wordsIn(token as MarkedToken)).join('');
}

function wordsIn(token: MarkedToken): string {
  if (token.type === 'list') return token.items.map((item) => `${wordsOf(item.tokens)} `).join('');
  if (token.type === 'table')
    return [token.header, ...token.rows]
      .flat()
      .map((cell) => `${wordsOf(cell.tokens)} `)
      .join('');
  if (token.type === 'html') return '';
  if ('tokens' in token && token.tokens !== undefined) return wordsOf(token.tokens);
  return 'text' in token ? token.text : '';
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
