import { expect, it } from 'vitest';
import { judgeDisk } from './judge-disk.ts';

it('a disk is low with less than a tenth left', () => {
  expect(judgeDisk(64e9, 100e9)).toEqual({ isBad: false, hint: '✓ enough: 64 % of 100 GB' });
  expect(judgeDisk(9e9, 100e9)).toEqual({ isBad: true, hint: '✕ low: 9 % of 100 GB' });
});
