import { describe, expect, it } from 'vitest';
import { claimsOf } from './claims-of.ts';

const ADA = { sub: 'ada', email: 'ada@example.com' };

function emailOf(claims: object, areEmailsVerified = false) {
  const claimed = claimsOf({ ...ADA, ...claims }, { groupsClaim: 'groups', areEmailsVerified });
  return claimed === undefined ? undefined : { email: claimed.email, isEmailVerified: claimed.isEmailVerified };
}

describe('an e-mail address', () => {
  const verified = { email: 'ada@example.com', isEmailVerified: true };
  const unverified = { email: 'ada@example.com', isEmailVerified: false };

  it('is verified where the provider says so, and no less', () => {
    for (const claim of [true, 'true']) expect(emailOf({ email_verified: claim })).toEqual(verified);
    for (const claim of [undefined, null, 1, 'yes', 'TRUE', [true], {}]) {
      expect(emailOf({ email_verified: claim })).toEqual(unverified);
    }
  });

  it('is not kept where the provider says that it is not theirs, whatever is set', () => {
    for (const claim of [false, 'false']) {
      expect(emailOf({ email_verified: claim }, true)).toEqual({ email: null, isEmailVerified: false });
    }
  });

  it('is verified without a word where all of the provider are', () => {
    expect(emailOf({}, true)).toEqual(verified);
    expect(emailOf({ email: undefined }, true)).toEqual({ email: null, isEmailVerified: false });
  });
});
