import { Boolean as AsnBoolean, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { hash } from 'node:crypto';

const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Asks for the time stamp of a text, with the certificates of the authority (RFC 3161 §2.4.1). */
export function timeStampQuery(text: string, nonce: bigint): Buffer {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: SHA256 }), new Null()] });
  const digest = new OctetString({ valueHex: Uint8Array.from(hash('sha256', text, 'buffer')) });
  const value = [
    new Integer({ value: 1 }),
    new Sequence({ value: [algorithm, digest] }),
    Integer.fromBigInt(nonce),
    new AsnBoolean({ value: true }),
  ];
  return Buffer.from(new Sequence({ value }).toBER());
}
