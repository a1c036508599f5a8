import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

interface CertificateWish {
  readonly name: string;
  readonly from: number;
  readonly until: number;
  readonly hosts?: readonly string[];
}

interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
  /** `x5t#S256` of RFC 8705. */
  readonly thumbprint: string;
  readonly serial: number;
}

/** For tests: an authority, with the certificate that it signed for itself. */
export interface TestAuthority {
  readonly cert: string;
  readonly key: string;
  issue(wish: CertificateWish): IssuedCertificate;
  /** The list of those that it took back. */
  revoke(serials: readonly number[], at: { readonly from: number; readonly until: number }): string;
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
/** Tags of X.690. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};

const ALGORITHM = sequence(oid(ECDSA_WITH_SHA256));

export function makeAuthority(wish: CertificateWish): TestAuthority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = nameOf(wish.name);
  let last = 1;
  const own = certificateOf({ wish, serial: last, publicKey, isAuthority: true });

  function certificateOf({ wish: { name, from, until, hosts = [] }, serial, ...of }: Subject): Buffer {
    const extensions = [
      extension(BASIC_CONSTRAINTS, of.isAuthority ? der(TAG.boolean, Buffer.from([0xff])) : undefined),
    ];
    // RFC 5280 §4.2.1.6: 2 is a host name, 7 an address.
    const names = [...hosts.map((host) => der(0x82, Buffer.from(host))), der(0x87, Buffer.from([127, 0, 0, 1]))];
    if (hosts.length > 0) extensions.push(extension(SUBJECT_ALT_NAME, Buffer.concat(names)));
    return signed(
      sequence(
        der(0xa0, integer(2)),
        integer(serial),
        ALGORITHM,
        issuer,
        sequence(time(from), time(until)),
        nameOf(name),
        of.publicKey.export({ type: 'spki', format: 'der' }),
        der(0xa3, sequence(...extensions)),
      ),
    );
  }
  function signed(body: Buffer): Buffer {
    const signature = der(TAG.bits, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
    return sequence(body, ALGORITHM, signature);
  }
  return {
    cert: pemOf('CERTIFICATE', own),
    key: keyText(privateKey),
    issue(wanted) {
      last += 1;
      const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const bytes = certificateOf({ wish: wanted, serial: last, publicKey: pair.publicKey, isAuthority: false });
      const thumbprint = createHash('sha256').update(bytes).digest('base64url');
      return { cert: pemOf('CERTIFICATE', bytes), key: keyText(pair.privateKey), thumbprint, serial: last };
    },
    revoke(serials, { from, until }) {
      const revoked = serials.map((serial) => sequence(integer(serial), time(from)));
      const list = revoked.length === 0 ? [] : [sequence(...revoked)];
      return pemOf('X509 CRL', signed(sequence(integer(1), ALGORITHM, issuer, time(from), time(until), ...list)));
    },
  };
}

interface Subject {
  readonly wish: CertificateWish;
  readonly serial: number;
  readonly publicKey: KeyObject;
  readonly isAuthority: boolean;
}

function nameOf(name: string): Buffer {
  return sequence(der(TAG.set, sequence(oid(COMMON_NAME), der(TAG.utf8, Buffer.from(name)))));
}

function extension(id: string, content: Buffer | undefined): Buffer {
  return sequence(oid(id), der(TAG.octets, sequence(...(content === undefined ? [] : [content]))));
}

/** Of numbers below 128. */
function integer(value: number): Buffer {
  return der(TAG.integer, Buffer.from([value]));
}

function keyText(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** One value of ASN.1 in its bytes. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...long]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

/** The first two numbers in one byte, the others in seven bits each, the highest first. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((number) => {
    const sevens = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80);
    return sevens;
  });
  return der(TAG.oid, Buffer.from([first * 40 + second, ...bytes]));
}

function time(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return der(TAG.time, Buffer.from(`${digits}Z`));
}

/** RFC 7468. */
function pemOf(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
