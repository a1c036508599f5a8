import { expect, it } from 'vitest';
import { judgeCertificate } from './judge-certificate.ts';

const DAY_MS = 86_400_000;

it('a certificate is to be renewed two weeks before its end', () => {
  expect(judgeCertificate(30 * DAY_MS, 0)).toEqual({ isBad: false, hint: '✓ ends in 30 days' });
  expect(judgeCertificate(13 * DAY_MS, 0)).toEqual({ isBad: true, hint: '✕ renew it: ends in 13 days' });
  expect(judgeCertificate(0, 1)).toEqual({ isBad: true, hint: '✕ has ended: renew it now' });
});
