import type { TlsOptions } from 'node:tls';

/** Whether controllers are asked for certificates, and whether one without is let in. */
export type CertificateDemand = 'off' | 'asked' | 'required';

/** What a port encrypts with. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Who stands for the certificates of those who connect; left out, they are not asked for one. */
  readonly clients?: ClientAuthority | undefined;
}

export interface ClientAuthority {
  readonly ca: string;
  /** The lists of certificates that it took back. */
  readonly crl: readonly string[];
}

const CRL = '-----BEGIN X509 CRL-----';

/** What is in a file with the certificates of an authority, and its lists of revoked ones. */
export function clientAuthority(pem: string): ClientAuthority {
  return { ca: pem, crl: pem.split(/(?=-----BEGIN )/).filter((part) => part.startsWith(CRL)) };
}

/** Nobody is turned away in the handshake: callers without a certificate share the port with those who need one. */
export function tlsOptions({ cert, key, clients }: Certificate): TlsOptions {
  if (clients === undefined) return { cert, key };
  const { ca, crl } = clients;
  const asking = { requestCert: true, rejectUnauthorized: false };
  return { cert, key, ca, crl: [...crl], ...asking };
}
