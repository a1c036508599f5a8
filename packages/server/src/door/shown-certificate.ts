import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The certificate that the other side of a connection proved to have. */
export interface ShownCertificate {
  /** `x5t#S256` of RFC 8705. */
  readonly thumbprint: string;
  readonly validTo: number;
  /** Why it is not one that the authority stands for; undefined for one that is. */
  readonly fault: string | undefined;
}

/**
 * What a connection showed. A session that is resumed brings the certificate of its first handshake with it, and what
 * was found then: whether it is still valid has to be asked anew.
 */
export function shownCertificate(socket: Socket): ShownCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return {
    thumbprint: createHash('sha256').update(certificate.raw).digest('base64url'),
    validTo: certificate.validToDate.getTime(),
    fault: socket.authorized ? undefined : String(socket.authorizationError),
  };
}
