import { constants, hash, verify, X509Certificate } from 'node:crypto';
import { algorithmOf, itemsOf, octetsOf, oidOf } from './ber-block.ts';
import { isForTimeStamps, leadsToAuthority } from './certificate-path.ts';
import { type ReadSigner, type ReadTimeStamp, readTimeStamp, TIME_STAMP_INFO } from './read-time-stamp.ts';

/** What is to be stamped. */
export interface StampedText {
  readonly text: string;
  /** Since when there is the text. */
  readonly since: number;
}

export interface TimeStampTerms extends StampedText {
  /** Who is believed; left out, the certificates of the token say only who it claims to be. */
  readonly authorities?: readonly X509Certificate[] | undefined;
}

/** A time stamp that is good. */
export interface GoodTimeStamp {
  readonly at: number;
  /** The name in the certificate of the authority. */
  readonly by: string;
  readonly nonce: bigint | undefined;
}

// Two clocks differ; and an authority that was away is asked again, but later than that a seal is not worth it.
const BEFORE_MS = 300_000;
export const STAMPED_WITHIN_MS = 7 * 86_400_000;

const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const SHA256 = '2.16.840.1.101.3.4.2.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const ED25519 = '1.3.101.112';
/** The digest that an algorithm names; where it names none, that of the signer counts. */
const SIGNATURES: Readonly<Record<string, string | undefined>> = {
  '1.2.840.113549.1.1.1': undefined,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  [RSA_PSS]: undefined,
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  [ED25519]: undefined,
};
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** What a token proves of a text; as a sentence, why it proves nothing. */
export function verifyTimeStamp(token: Uint8Array, terms: TimeStampTerms): GoodTimeStamp | string {
  try {
    return problemOf(readTimeStamp(token), terms);
  } catch (cause) {
    return `is no time stamp: it ${cause instanceof Error ? cause.message : 'cannot be read'}`;
  }
}

function problemOf(stamp: ReadTimeStamp, { text, since, authorities }: TimeStampTerms): GoodTimeStamp | string {
  const { at, imprint, nonce } = stamp;
  const isOfText = imprint.algorithm === SHA256 && imprint.hash.equals(hash('sha256', text, 'buffer'));
  if (!isOfText) return 'is of something else';
  const certificates = stamp.certificates.map((one) => new X509Certificate(one));
  const signer = certificates.find((one) => isNamedBy(stamp.signer, one));
  if (signer === undefined) return 'lacks the certificate of its signer';
  if (!isForTimeStamps(signer)) return 'is signed with a key that is not for time stamps alone';
  if (!isSigned(stamp, signer)) return 'has a wrong signature';
  if (authorities !== undefined && !leadsToAuthority(signer, { between: certificates, authorities, at })) {
    return `is by ${nameOf(signer)}, whose certificate was not given out by an authority that is trusted`;
  }
  return timeProblem(at, since) ?? { at, by: nameOf(signer), nonce };
}

function timeProblem(at: number, since: number): string | undefined {
  const when = new Date(at).toISOString();
  if (at < since - BEFORE_MS) return `is from ${when}, before there was the seal`;
  return at > since + STAMPED_WITHIN_MS ? `is from ${when}, long after the seal` : undefined;
}

// RFC 5816: the certificate is named among what is signed, so that none can be put in its place.
function isNamedBy({ attributes }: ReadSigner, { raw }: X509Certificate): boolean {
  const [second, first] = [attributes.get(SIGNING_CERTIFICATE_V2), attributes.get(SIGNING_CERTIFICATE)];
  if (second !== undefined) {
    const parts = itemsOf(itemsOf(itemsOf(second)[0])[0]);
    const isShort = parts[0]?.idBlock.tagNumber === 4;
    const digest = isShort ? 'sha256' : DIGESTS[algorithmOf(parts[0])];
    return digest !== undefined && octetsOf(parts[isShort ? 0 : 1]).equals(hash(digest, raw, 'buffer'));
  }
  return first !== undefined && octetsOf(itemsOf(itemsOf(itemsOf(first)[0])[0])[0]).equals(hash('sha1', raw, 'buffer'));
}

function isSigned({ signer, content }: ReadTimeStamp, certificate: X509Certificate): boolean {
  const { attributes, algorithm, signed, signature } = signer;
  const digest = DIGESTS[signer.digest];
  if (digest === undefined || !Object.hasOwn(SIGNATURES, algorithm)) return false;
  if (oidOf(attributes.get(CONTENT_TYPE)) !== TIME_STAMP_INFO) return false;
  if (!octetsOf(attributes.get(MESSAGE_DIGEST)).equals(hash(digest, content, 'buffer'))) return false;
  const key = certificate.publicKey;
  const padding = algorithm === RSA_PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return verify(
    algorithm === ED25519 ? null : (SIGNATURES[algorithm] ?? digest),
    signed,
    { key, ...padding },
    signature,
  );
}

// Of several lines, the one that people know.
function nameOf({ subject, fingerprint256 }: X509Certificate): string {
  return /^CN=(.{1,200})$/m.exec(subject)?.[1] ?? fingerprint256;
}
