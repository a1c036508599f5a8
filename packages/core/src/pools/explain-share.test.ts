import { expect, it } from 'vitest';
import { type ExplainedShare, explainShare } from './explain-share.ts';

const AT = Date.UTC(2026, 9, 1, 10, 14, 8);
const ORDER = { service: 'afrr', sequence: 4_711, at: AT, validUntil: AT + 12_000 } as const;
const LEAD = 'its share of signal 4711 for aFRR, divided at 2026-10-01T10:14:08.000Z.';

function textOf(watts: number, because: ExplainedShare['share']['because'], follows = 0, misses = 0): string {
  return explainShare({ ...ORDER, share: { watts, because, follows, misses } });
}

it.each<[string, string]>([
  [
    textOf(58_491, 'grid/afrrImportBookingkW'),
    `The site was asked for 58.491 kW of import until 2026-10-01T10:14:20.000Z: ${LEAD} More was not possible: this is all that is left by its booked aFRR import.`,
  ],
  [
    textOf(-20, null),
    `The site was asked for 0.02 kW of export until 2026-10-01T10:14:20.000Z: ${LEAD} It could have given more; no more was needed of it.`,
  ],
  [textOf(0, null), `The site was asked for nothing until 2026-10-01T10:14:20.000Z: ${LEAD} No more was needed of it.`],
  [
    textOf(0, 'held'),
    `The site was asked for nothing until 2026-10-01T10:14:20.000Z: ${LEAD} It was held, so it took no part.`,
  ],
  [
    textOf(-9_000, 'deviating', 0, -6_000),
    `The site was asked for 9 kW of export until 2026-10-01T10:14:20.000Z: ${LEAD} It does not follow its orders: the others are asked for 6 kW of export in its place.`,
  ],
  [
    textOf(0, 'rejected'),
    `The site was asked for nothing until 2026-10-01T10:14:20.000Z: ${LEAD} Its controller rejects its booking for aFRR, so it has none.`,
  ],
  [
    textOf(0, 'offline', -5_000),
    'The site could not be reached, so it got no order of signal 4711 for aFRR, divided at 2026-10-01T10:14:08.000Z. It may still have followed an earlier order, 5 kW of export, until that ended; this counts as its share.',
  ],
])('says what a site was asked for, and why: %s', (text, expected) => {
  expect(text).toBe(expected);
});

it('says of the pool only what the reader may know', () => {
  const share = { watts: 1_000, because: null, follows: 0 };
  const signal = { poolName: 'north', watts: -12_500_000, shortfallWatts: -1_500, memberCount: 212, round: 2 };
  expect(explainShare({ ...ORDER, share, signal })).toContain(
    'The pool north was asked for 12500 kW of export, of 212 members together. ' +
      'By then the signal had been divided again 2 times. Nobody could give 1.5 kW of export of it.',
  );
  expect(explainShare({ ...ORDER, share })).not.toContain('pool');
});
