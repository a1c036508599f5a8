import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRevision, parseRevision } from './revision.ts';

describe('a revision', () => {
  it('is the epoch, the version and the start of the hash', () => {
    const text = formatRevision({ epoch: 1, version: 17, hash: '9f3c2a41d0b5' });
    expect(text).toBe('1.17.9f3c2a41');
    expect(parseRevision(text)).toEqual({ epoch: 1, version: 17, hash: '9f3c2a41' });
  });

  it('reads back as it was written', () => {
    const number = fc.integer({ min: 0, max: 999_999_999_999_999 });
    const hash = fc.stringMatching(/^[\w-]{8}$/);
    fc.assert(
      fc.property(number, number, hash, (epoch, version, text) => {
        const revision = { epoch, version, hash: text };
        expect(parseRevision(formatRevision(revision))).toEqual(revision);
      }),
    );
  });

  it.each(['', '1.17', '1.17.9f3c2a4', '01.17.9f3c2a41', '1.1e3.9f3c2a41', '1.17.9f3c2a41\n'])(
    '%j is none of ours',
    (text) => {
      expect(parseRevision(text)).toBeUndefined();
    },
  );
});
