import { generateKeyPairSync, sign } from 'node:crypto';

export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

const YEAR_MS = 365 * 86_400_000;
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
};
const SET = 0x31;

/** A certificate for 127.0.0.1 and some names that signs itself: X.509 by hand, so that no tool has to be there. */
export function makeCertificate(nowMs: number, hosts: readonly string[] = ['localhost']): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(SET, sequence(oid(COMMON_NAME), der(TAG.utf8, Buffer.from(hosts[0] ?? '')))));
  const isAuthority = sequence(der(TAG.boolean, Buffer.from([0xff])));
  // RFC 5280 §4.2.1.6: 2 is a host name, 7 an address.
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(TAG.octets, isAuthority)),
    sequence(oid(SUBJECT_ALT_NAME), der(TAG.octets, names)),
  );
  const body = sequence(
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(nowMs - YEAR_MS), time(nowMs + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(TAG.bits, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const text = sequence(body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

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
