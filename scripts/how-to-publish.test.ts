import { expect, it } from 'vitest';
import { howToPublish, type PublishedState } from './how-to-publish.ts';

it.each<[string, PublishedState, string]>([
  ['was never published', { kind: 'none' }, 'publish'],
  ['has other versions alone', { kind: 'there', integrity: '' }, 'publish'],
  ['was published before', { kind: 'there', integrity: 'sha512-a' }, 'done'],
  ['was published with other bytes', { kind: 'there', integrity: 'sha512-b' }, 'refused'],
  ['nobody can tell of', { kind: 'unknown', reason: 'no network' }, 'refused'],
])('a package that %s', (_, found, kind) => {
  expect(howToPublish({ integrity: 'sha512-a', found }).kind).toBe(kind);
});
