import { makeAuthority } from './make-authority.ts';

const YEAR_MS = 365 * 86_400_000;

/** For tests: a certificate for 127.0.0.1 and some names that signs itself. */
export async function makeCertificate(nowMs: number, hosts: readonly string[] = ['localhost']) {
  const day = { from: nowMs - YEAR_MS, until: nowMs + YEAR_MS };
  const { cert, key } = await makeAuthority({ name: hosts[0] ?? '', hosts, ...day });
  return { cert, key };
}
