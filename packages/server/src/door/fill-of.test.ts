import { expect, it } from 'vitest';
import { fillOf } from './fill-of.ts';

const PORT = { open: 3, most: 1_000, own: 256, shared: 10_000 };

it('two ports take as many as both may have, or as there are places for both', () => {
  expect(fillOf([PORT])).toEqual({ open: 3, most: 1_000 });
  expect(fillOf([PORT, { ...PORT, open: 4 }])).toEqual({ open: 7, most: 2_000 });
  const scarce = { ...PORT, own: 40, shared: 600 };
  expect(fillOf([scarce, scarce])).toEqual({ open: 6, most: 680 });
});

it('no port takes none', () => {
  expect(fillOf([])).toEqual({ open: 0, most: 0 });
});
