import { expect, it } from 'vitest';
import { memberBooked } from '../../testing/member-booked.ts';
import { divideSignal } from './divide-signal.ts';
import { goneMember } from './gone-member.ts';

const ASKED = {
  service: 'afrr',
  rule: 'proportional',
  enduranceMinutes: 60,
  watts: 90_000,
  wattsBefore: 90_000,
} as const;
const LAST = { watts: 30_000, at: 96_000, validUntil: 108_000 };

it('a site that left a pool and could not be told counts until its order ends, with no more than it was seen to give', () => {
  const divided = (at: number, last: Parameters<typeof goneMember>[1]) =>
    divideSignal({ ...ASKED, at }, [goneMember('a', last), memberBooked('b', 80)]).shares;
  expect(divided(100_000, LAST)).toMatchObject([{ watts: 0, follows: 30_000, because: 'offline' }, { watts: 60_000 }]);
  expect(divided(108_000, LAST)).toMatchObject([{ follows: 0 }, { watts: 80_000 }]);
  expect(divided(100_000, { ...LAST, suppliesWatts: 12_000 })).toMatchObject([{ follows: 12_000 }, { watts: 78_000 }]);
});
