import { expect, test } from 'vitest';
import { replaceSection } from './replace-section.ts';

const DOCUMENT = '# Title\n\nIntroduction.\n\n## One\n\n### Part\n\nold\n\n## One and more\n\nstays\n';

test('only the named section is replaced', () => {
  expect(replaceSection(DOCUMENT, 'One', 'new')).toBe(
    '# Title\n\nIntroduction.\n\n## One\n\nnew\n\n## One and more\n\nstays\n',
  );
});

test('a section that is not there yet is added at the end', () => {
  expect(replaceSection('# Title\n', 'One', 'new')).toBe('# Title\n\n## One\n\nnew\n');
});

test('writing the same section again changes nothing', () => {
  const once = replaceSection(DOCUMENT, 'One', 'new');
  expect(replaceSection(once, 'One', 'new')).toBe(once);
});
