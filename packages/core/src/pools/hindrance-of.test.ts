import { expect, it } from 'vitest';
import { hindranceOf } from './hindrance-of.ts';

const FIT = { isHeld: false, isOnline: true, isBehind: false, isRejecting: false, clockOffsetMs: 1_000 };

it.each([
  [{}, null],
  [{ clockOffsetMs: null }, 'clock'],
  [{ clockOffsetMs: -1_001 }, 'clock'],
  [{ isRejecting: true, clockOffsetMs: 5_000 }, 'rejecting'],
  [{ isBehind: true, isRejecting: true }, 'behind'],
  [{ isOnline: false, isBehind: true }, 'offline'],
  [{ isHeld: true, isOnline: false }, 'held'],
])('a member that is %j takes no part because it is %s', (known, hindrance) => {
  expect(hindranceOf({ ...FIT, ...known })).toBe(hindrance);
});
