import { makeAuthority } from './make-authority.ts';

const YEAR_MS = 365 * 86_400_000;

/** A certificate for 127.0.0.1 and some names that signs itself: X.509 by hand, so that no tool has to be there. */
export function makeCertificate(nowMs: number, hosts: readonly string[] = ['localhost']) {
  const { cert, key } = makeAuthority({ name: hosts[0] ?? '', hosts, from: nowMs - YEAR_MS, until: nowMs + YEAR_MS });
  return { cert, key };
}
