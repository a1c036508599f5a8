import { X509Certificate } from 'node:crypto';

/** All that a PEM file has; throws where it has none, or one that is no certificate. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) throw new Error('has no certificate in PEM');
  return texts.map((text) => new X509Certificate(text));
}
