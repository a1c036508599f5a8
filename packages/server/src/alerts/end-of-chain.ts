import { X509Certificate } from 'node:crypto';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** When the first certificate of a chain ends: from then on the whole chain is good for nothing. */
export function endOfChain(pem: string): number {
  const ends = [...pem.matchAll(BLOCK)].map(([block]) => Date.parse(new X509Certificate(block).validTo));
  return Math.min(...ends);
}
