import { expect, it } from 'vitest';
import { docsEntries } from './docs-entries.ts';

it('reads the pages from the contents of the docs', () => {
  const contents =
    '# Setpoint\n\n> What it is.\n\n- [Install it](install.md): npm, image\n- [Not a page](https://a.b/)\n';
  expect(docsEntries(contents, 'https://setpoint.example/docs/llms.txt')).toEqual([
    { href: '/docs/install.html', label: 'Install it', kind: 'Docs' },
  ]);
});
