import { expect, it } from 'vitest';
import { compareReleases } from './compare-releases.ts';

// The order of the standard, SemVer 2.0.0 §11, with neighbours of our own.
const IN_ORDER = [
  '0.1.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.9.0',
  '1.10.0',
  '2.0.0',
];

it('puts versions into the order of SemVer', () => {
  for (const [index, one] of IN_ORDER.entries()) {
    const signs = IN_ORDER.map((other) => Math.sign(compareReleases(one, other)));
    expect(signs).toEqual(IN_ORDER.map((_, other) => Math.sign(index - other)));
  }
  expect(compareReleases('1.0.0+a', '1.0.0+b')).toBe(0);
});
