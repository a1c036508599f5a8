import { expect, it } from 'vitest';
import { switchText } from './switch-text.ts';

const ROW = { because: null, followedKw: 0, orderedKw: -300, isOnline: true };
const LOST = { ...ROW, isOnline: false };
const WAITS = 'cut off; the service waits for its next report';
const FOLLOWS = 'cut off; it may still follow −300 kW, which goes to the others when that order ends';

it.each([
  [ROW, WAITS],
  [{ ...ROW, because: 'ramp' }, WAITS],
  [LOST, FOLLOWS],
  [{ ...LOST, because: 'ramp' }, FOLLOWS],
  [{ ...LOST, orderedKw: 0 }, WAITS],
  [{ ...LOST, because: 'offline', orderedKw: 0, followedKw: -300 }, FOLLOWS],
  [
    { ...LOST, because: 'offline', orderedKw: 0 },
    'cut off; its last order has ended, and its share has gone to the others',
  ],
])('a site that was cut off says what became of its share: %j', (row, text) => {
  expect(switchText('cutOff', row)).toBe(text);
});

it.each([
  [null, 'says that it follows; its meter is judged once it should have followed'],
  ['deviating', 'says that it follows; its meter shows that it does not, and the others give what is missing'],
])('a site that lies says what its meter shows: %j', (because, text) => {
  expect(switchText('lie', { ...ROW, because })).toBe(text);
});
