import { durationText } from '../words/ago-text.ts';

/** Enough to renew a certificate by hand. */
const END_NEAR_MS = 14 * 86_400_000;

/** Whether a certificate is to be renewed, in words. */
export function judgeCertificate(endsAt: number, now: number): { readonly isBad: boolean; readonly hint: string } {
  if (endsAt <= now) return { isBad: true, hint: '✕ has ended: renew it now' };
  const isBad = endsAt - now < END_NEAR_MS;
  return { isBad, hint: `${isBad ? '✕ renew it: ends' : '✓ ends'} in ${durationText(endsAt - now)}` };
}
