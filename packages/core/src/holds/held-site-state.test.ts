import { expect, it } from 'vitest';
import { heldSiteState } from './held-site-state.ts';

it.each([
  ['confirmed', 7, true],
  ['confirmed', 8, true],
  // It was told before it was lost, and keeps to that.
  ['confirmed', 7, false],
  ['waiting', 6, true],
  ['waiting', null, true],
  ['not_stopped', 6, false],
  ['not_stopped', null, false],
])('a hold that raised a site to 7 is %s there with %s applied, online: %s', (state, appliedVersion, isOnline) => {
  expect(heldSiteState({ heldVersion: 7, appliedVersion, isOnline })).toBe(state);
});
