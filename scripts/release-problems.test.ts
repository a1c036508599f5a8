import { expect, it } from 'vitest';
import { pythonVersion } from './python-version.ts';
import { packedProblems, readRelease, releaseNotes, releaseProblems } from './release-problems.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## [1.2.0] - 2026-11-22\n\n- Faster.\n\n## 1.1.0\n\n- First.\n';
const versions = new Map([['package.json', '1.2.0']]);

it('a tag is a release when it is the version of everything and the changelog tells of it', () => {
  expect(releaseProblems('v1.2.0', { versions, changelog: CHANGELOG })).toEqual([]);
  expect(releaseNotes('1.2.0', CHANGELOG)).toBe('- Faster.');
});

it.each([
  ['1.2.0', versions, CHANGELOG, '1.2.0 is not a tag such as v1.2.3'],
  ['v1.2', versions, CHANGELOG, 'v1.2 is not a tag such as v1.2.3'],
  [
    'v1.2.0',
    new Map([
      ['a', '1.2.0'],
      ['b', '1.1.0'],
    ]),
    CHANGELOG,
    'b has the version 1.1.0, which is not that of 1.2.0',
  ],
  [
    'v1.2.0',
    new Map([
      ['a', '1.2.0'],
      ['clients/python/pyproject.toml', '1.2.0rc1'],
    ]),
    CHANGELOG,
    'clients/python/pyproject.toml has the version 1.2.0rc1, which is not that of 1.2.0',
  ],
  ['v1.2.0-rc.1.dev', versions, CHANGELOG, '1.2.0-rc.1.dev is no release, but what is on the way to one'],
  ['v1.1.0', new Map([['a', '1.1.0']]), CHANGELOG, 'CHANGELOG.md has no section 1.1.0'],
  [
    'v1.2.0',
    versions,
    CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n### Added\n\n- More.\n'),
    'CHANGELOG.md has entries under Unreleased: move them into the section',
  ],
  ['v1.2.0', versions, '## 1.2.0\n\n## 1.1.0\n- First', 'CHANGELOG.md has no section 1.2.0'],
])('%s is none of %j', (tag, of, changelog, problem) => {
  expect(releaseProblems(tag, { versions: of, changelog })).toEqual([problem]);
});

it('all packages, the chart and its image have one version', () => {
  const { versions: now } = readRelease();
  expect(now.size).toBeGreaterThan(8);
  const [version = ''] = now.values();
  expect(new Set(now.values())).toEqual(new Set([version, pythonVersion(version)]));
});

it('a package is published where npm finds the place of its build in it', () => {
  const repository = 'https://example.com/some/where';
  const packed = {
    name: 'setpoint',
    version: '1.2.0',
    repository: { url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
  expect(packedProblems(packed, repository)).toEqual([]);
  expect(packedProblems({ name: 'setpoint', version: '1.2.0' }, repository)).toEqual([
    `setpoint: the package has the repository "", not ${repository}`,
    'setpoint: the package has no homepage or no bugs',
  ]);
});
