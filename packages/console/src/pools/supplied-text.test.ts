import { expect, it } from 'vitest';
import { suppliedText } from './supplied-text.ts';

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
