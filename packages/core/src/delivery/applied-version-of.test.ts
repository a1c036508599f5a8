import { describe, expect, it } from 'vitest';
import { appliedVersionOf } from './revision.ts';

describe('the version a controller has', () => {
  const current = { epoch: 2, version: 17, hash: '9f3c2a41d0b5' };

  it.each<[string | null, number | null]>([
    ['2.17.9f3c2a41', 17],
    ['2.16.00000000', 16],
    ['2.17.00000000', null],
    ['2.18.9f3c2a41', null],
    ['1.17.9f3c2a41', null],
    ['3.1.9f3c2a41', null],
    ['factory default', null],
    [null, null],
  ])('that reports %s is %s', (reported, version) => {
    expect(appliedVersionOf(reported, current)).toBe(version);
  });
});
