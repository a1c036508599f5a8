import type { ShownCertificate } from '../../door/shown-certificate.ts';
import type { CertificateDemand } from '../../door/tls-options.ts';

export interface KeyInUse {
  /** The certificates that the key is bound to; none: it is bound to no certificate. */
  readonly thumbprints: readonly string[];
  readonly shown: ShownCertificate | undefined;
  readonly now: number;
}

/** Why a key is not good on a connection with such a certificate; undefined if it is. */
export function certificateFault(demand: CertificateDemand, { thumbprints, shown, now }: KeyInUse): string | undefined {
  const isBound = thumbprints.length > 0;
  if (demand === 'off')
    return isBound ? 'its key is bound to a certificate, which this service asks nobody for' : undefined;
  if (shown === undefined) {
    if (isBound) return 'its key is bound to a certificate, and it showed none';
    return demand === 'required' ? 'it showed no certificate' : undefined;
  }
  if (shown.fault !== undefined) return `its certificate was refused: ${shown.fault}`;
  if (shown.validTo <= now) return 'its certificate has expired';
  return isBound && !thumbprints.includes(shown.thumbprint) ? 'its key is bound to another certificate' : undefined;
}
