import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretBox, isSecretKey } from './secret-box.ts';

const [ONE, OTHER] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const PLACE = { table: 'webhook_secret', column: 'secret', row: 'a 1' };

it('opens what it closed, and shows nothing of it', () => {
  const box = createSecretBox([ONE]);
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (secret) => {
      const stored = box.close(secret, PLACE);
      expect(box.open(stored, PLACE)).toBe(secret);
      expect(stored).toMatch(/^sealed1:[0-9a-f]{16}:[\w-]+$/);
      expect(box.close(secret, PLACE)).not.toBe(stored);
    }),
  );
});

it('stores as they are secrets without a key, and empty ones', () => {
  expect(createSecretBox([]).close('secret', PLACE)).toBe('secret');
  expect(createSecretBox([ONE]).close('', PLACE)).toBe('');
  expect(createSecretBox([ONE]).open('secret', PLACE)).toBe('secret');
});

it('takes nothing in the clear once it has opened one that was closed with all others', () => {
  const [some, all] = [
    createSecretBox([ONE]).close('secret', PLACE),
    createSecretBox([ONE], true).close('secret', PLACE),
  ];
  const box = createSecretBox([ONE]);
  box.open(some, PLACE);
  expect(box.open('secret', PLACE)).toBe('secret');
  // Whether it is one of all is authenticated, too.
  for (const forged of [some.replace('sealed1', 'sealed2'), all.replace('sealed2', 'sealed1')]) {
    expect(() => box.open(forged, PLACE)).toThrow(/was altered/);
  }
  expect(box.open(all, PLACE)).toBe('secret');
  expect(() => box.open('secret', PLACE)).toThrow(/in webhook_secret\.secret \(a 1\) is in the clear/);
  expect([box.open('', PLACE), box.open(some, PLACE), box.open(box.close('other', PLACE), PLACE)]).toEqual([
    '',
    'secret',
    'other',
  ]);
});

it.each([
  ['another table', { table: 'signing_key' }],
  ['another column', { column: 'url' }],
  ['another row', { row: 'a 2' }],
])('does not open what was moved to %s', (_where, moved) => {
  const box = createSecretBox([ONE]);
  const stored = box.close('secret', PLACE);
  expect(() => box.open(stored, { ...PLACE, ...moved })).toThrow(/was altered, or moved from another row$/);
});

it('opens with any key, closes with the first, and says which one is missing', () => {
  const old = createSecretBox([ONE]).close('secret', PLACE);
  const both = createSecretBox([OTHER, ONE]);
  expect(both.open(old, PLACE)).toBe('secret');
  expect([both.isCurrent(old), both.isCurrent(both.close('secret', PLACE))]).toEqual([false, true]);
  expect(createSecretBox([OTHER]).open(both.close('secret', PLACE), PLACE)).toBe('secret');
  expect(() => createSecretBox([OTHER]).open(old, PLACE)).toThrow(/with the key [0-9a-f]{16}, and it is none of those/);
  expect(() => createSecretBox([]).open(old, PLACE)).toThrow(/and no key is set: SETPOINT_SECRETS_KEY_FILE/);
});

it.each([
  [ONE, true],
  [`${ONE}=`, false],
  [ONE.slice(0, -4), false],
  ['', false],
  [Buffer.alloc(32, 1).toString('hex'), false],
])('%j is a key: %j', (text, isKey) => {
  expect(isSecretKey(text)).toBe(isKey);
});
