import 'reflect-metadata';
import { createHash, KeyObject, type webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509';

interface Days {
  readonly from: number;
  readonly until: number;
}

interface CertificateWish extends Days {
  readonly name: string;
  readonly hosts?: readonly string[];
}

/** For tests: an authority, with the certificate that it signed for itself. */
export type TestAuthority = Awaited<ReturnType<typeof makeAuthority>>;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };

export async function makeAuthority(wish: CertificateWish) {
  const own = await makeKeys();
  const issuer = `CN=${wish.name}`;
  let last = 0;

  async function certify({ name, from, until, hosts = [] }: CertificateWish, keys: webcrypto.CryptoKeyPair) {
    last += 1;
    const names = [
      ...hosts.map((value) => ({ type: 'dns' as const, value })),
      { type: 'ip' as const, value: '127.0.0.1' },
    ];
    const serial = String(last).padStart(2, '0');
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial,
      issuer,
      subject: `CN=${name}`,
      notBefore: new Date(from),
      notAfter: new Date(until),
      publicKey: keys.publicKey,
      signingKey: own.privateKey,
      signingAlgorithm: SIGNING,
      extensions: [new BasicConstraintsExtension(keys === own), new SubjectAlternativeNameExtension(names)],
    });
    return {
      cert: `${certificate.toString('pem')}\n`,
      key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
      /** `x5t#S256` of RFC 8705. */
      thumbprint: createHash('sha256').update(Buffer.from(certificate.rawData)).digest('base64url'),
      serial,
    };
  }
  return {
    ...(await certify(wish, own)),
    issue: async (wanted: CertificateWish) => certify(wanted, await makeKeys()),
    /** The list of those that it took back. */
    async revoke(serials: readonly string[], { from, until }: Days): Promise<string> {
      const list = await X509CrlGenerator.create({
        issuer,
        thisUpdate: new Date(from),
        nextUpdate: new Date(until),
        entries: serials.map((serialNumber) => ({ serialNumber, revocationDate: new Date(from) })),
        signingKey: own.privateKey,
        signingAlgorithm: SIGNING,
      });
      // As OpenSSL calls it.
      return `${list.toString('pem').replaceAll(' CRL-', ' X509 CRL-')}\n`;
    },
  };
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
}
