import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const render = (markdown: string) =>
  renderMarkdown(markdown, (address) => (address === 'none.md' ? undefined : address));
const flat = (markdown: string) => render(markdown).html.replaceAll('\n', ' ');

describe('Markdown as HTML', () => {
  it.each([
    ['# A `b` & c', '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>'],
    ['one\ntwo\n\nthree', '<p>one two</p> <p>three</p>'],
    ['**a `b`** and *c*, not 2 * 3 * 4', '<p><strong>a <code>b</code></strong> and <em>c</em>, not 2 * 3 * 4</p>'],
    ['[a `b[0]`](c.md#d), [gone](none.md)', '<p><a href="c.md#d">a <code>b[0]</code></a>, gone</p>'],
    ['![a "way"](way.svg)', '<p><img src="way.svg" alt="a &quot;way&quot;"></p>'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<!-- left\nout -->\nhere', '<p>here</p>'],
    [
      '```sh\n# no heading\na < b\n\n- c\n```',
      '<pre tabindex="0"><code class="language-sh"># no heading a &lt; b  - c </code></pre>',
    ],
    ['- a\n  b\n- c\n\nd', '<ul> <li>a b</li> <li>c</li> </ul> <p>d</p>'],
    ['- a\n  - b\n  - c\n- d', '<ul> <li>a<ul> <li>b</li> <li>c</li> </ul> </li> <li>d</li> </ul>'],
    [
      '1. a\n\n   ```\n   b\n   ```\n\n2. c',
      '<ol> <li><p>a</p> <pre tabindex="0"><code>b </code></pre> </li> <li><p>c</p> </li> </ol>',
    ],
    [
      '| a | |\n|---|---|\n| `x\\|y` | z |',
      '<div class="table" tabindex="0"><table> <thead><tr><th scope="col">a</th><td></td></tr></thead> <tbody> <tr><td><code>x|y</code></td><td>z</td></tr> </tbody></table></div>',
    ],
  ])('%j', (markdown, html) => {
    expect(flat(markdown)).toBe(html);
  });

  it('gives each heading an anchor of its own, as GitHub does', () => {
    const { sections } = render('# The `x`\n\n## Set, and go\n\nfirst\n\n## Set, and go\n\n| a |\n|---|\n| last |');
    expect(sections.map(({ id, text }) => [id, text.trim()])).toEqual([
      ['the-x', ''],
      ['set-and-go', 'first'],
      ['set-and-go-1', 'a last'],
    ]);
  });

  it('refuses code that has no end', () => {
    expect(() => render('```sh\nls')).toThrow('has no end');
  });
});
