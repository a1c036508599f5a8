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
  /** The certificates that it took back. */
  readonly crl?: string | undefined;
}

/** Nobody is turned away in the handshake: callers without a certificate share the port with those who need one. */
export function tlsOptions({ cert, key, clients }: Certificate): TlsOptions {
  if (clients === undefined) return { cert, key };
  const { ca, crl } = clients;
  const asking = { requestCert: true, rejectUnauthorized: false };
  return { cert, key, ca, ...(crl === undefined ? {} : { crl }), ...asking };
}
