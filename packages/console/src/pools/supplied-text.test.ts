import { expect, it } from 'vitest';
import { missedHint, suppliedHint, suppliedText } from './supplied-text.ts';

const NONE = { followed: 0, underway: 0, deviating: 0, unknown: 0, suppliedkW: null, unknownkW: 0 };

it.each<[Parameters<typeof suppliedText>[0], string, string]>([
  [undefined, '–', 'being read'],
  [NONE, '–', 'no member is asked for anything'],
  [{ ...NONE, unknown: 11, unknownkW: 800 }, '–', '11 of 11 cannot be compared (ordered 800 kW import)'],
  [{ ...NONE, followed: 2, deviating: 1, suppliedkW: 168 }, '168 kW import', 'by 3 members'],
  [{ ...NONE, followed: 2, underway: 4, suppliedkW: 168 }, '168 kW import', 'by 6 members, 4 on the way'],
  [
    { ...NONE, followed: 3, unknown: 1, suppliedkW: 168, unknownkW: 62 },
    '168 kW import',
    'by 3 members; 1 of 4 cannot be compared (ordered 62 kW import)',
  ],
])('%j reads %s, %s', (orders, value, hint) => {
  expect(suppliedText(orders)).toEqual({ value, hint });
});

it.each<[number, number | null, string]>([
  [763, null, 'the members can give all of it'],
  [763, 730, 'the members give all of it'],
  [763, -454, 'by the meters, 1,217 kW is missing'],
  [763, 1_043, 'by the meters, 280 kW too much'],
  [-400, -380, 'the members give all of it'],
  [-400, -300, 'by the meters, 100 kW is missing'],
  [-400, -450, 'by the meters, 50 kW too much'],
])('of %d kW, %j supplied read "%s"', (askedKw, suppliedKw, hint) => {
  expect(suppliedHint(askedKw, suppliedKw)).toBe(hint);
});

it.each([
  [160, 0, ''],
  [160, 40, '40 kW of that is not given'],
  [160, -40, '40 kW more is given'],
  [-160, -40, '40 kW of that is not given'],
  [-160, 40, '40 kW more is given'],
])('of %d kW ordered, %d missed read "%s"', (orderedKw, missedKw, hint) => {
  expect(missedHint(orderedKw, missedKw)).toBe(hint);
});
