import { describe, expect, it } from 'vitest';
import { appliedVersionOf } from './revision.ts';
import { horizonEnd, horizonOf, horizonRevision } from './horizon-revision.ts';

const WHOLE = '1.17.9f3c2a41';
const NOON = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;

describe('the revision for a controller that sees two days ahead', () => {
  const revision = horizonRevision(WHOLE, 48, NOON);

  it('names the horizon, and lasts for an hour', () => {
    expect(horizonOf(revision)).toBe(48);
    expect(horizonRevision(WHOLE, 48, NOON + 59 * MINUTE)).toBe(revision);
    expect(horizonRevision(WHOLE, 48, NOON + 60 * MINUTE)).not.toBe(revision);
  });

  it('is of the same version as the whole', () => {
    expect(appliedVersionOf(revision, { epoch: 1, version: 17, hash: '9f3c2a41d0b5' })).toBe(17);
    expect(appliedVersionOf(revision, { epoch: 1, version: 17, hash: 'aaaaaaaad0b5' })).toBeNull();
  });

  it('is none any more once its end has come', () => {
    const current = { epoch: 1, version: 17, hash: '9f3c2a41d0b5' };
    const end = horizonEnd(48, NOON);
    expect([end - 1, end].map((at) => appliedVersionOf(revision, current, at))).toEqual([17, null]);
  });
});

it('without a horizon a revision stays as it is', () => {
  expect(horizonRevision(WHOLE, undefined, NOON)).toBe(WHOLE);
  expect(horizonOf(WHOLE)).toBeUndefined();
});
