import { expect, it } from 'vitest';
import { cutChangelog } from './cut-changelog.ts';
import { releaseNotes, releaseProblems } from './release-problems.ts';

it('what was unreleased is what the release brought, and nothing is unreleased any more', () => {
  const cut = cutChangelog(
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- More.\n\n## 1.1.0 - 2026-01-01\n\n- First.\n',
    {
      version: '1.2.0',
      date: '2026-11-26',
    },
  );
  expect(releaseNotes('1.2.0', cut)).toBe('### Added\n\n- More.');
  expect(releaseProblems('v1.2.0', { versions: new Map([['a', '1.2.0']]), changelog: cut })).toEqual([]);
});
