import { Boolean as AsnBoolean } from 'asn1js';
import type { X509Certificate } from 'node:crypto';
import { itemsOf, octetsOf, oidOf, readBlock, taggedOf, type BerBlock } from './ber-block.ts';

const LONGEST_PATH = 6;
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** Whether some certificates lead from one to an authority that is trusted, all of them valid at an instant. */
export function leadsToAuthority(
  leaf: X509Certificate,
  { between, authorities, at }: CertificatePath,
  length = 0,
): boolean {
  if (!isValidAt(leaf, at) || length > LONGEST_PATH) return false;
  const isTrusted = authorities.some((one) => one.fingerprint256 === leaf.fingerprint256);
  if (isTrusted) return true;
  if (authorities.some((one) => isIssuedBy(leaf, one) && isValidAt(one, at))) return true;
  return between.some(
    (one) =>
      one.fingerprint256 !== leaf.fingerprint256 &&
      isIssuedBy(leaf, one) &&
      leadsToAuthority(one, { between: between.filter((other) => other !== one), authorities, at }, length + 1),
  );
}

export interface CertificatePath {
  /** What came with it, which nobody believes by itself. */
  readonly between: readonly X509Certificate[];
  readonly authorities: readonly X509Certificate[];
  readonly at: number;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: number): boolean {
  return validFromDate.getTime() <= at && at <= validToDate.getTime();
}

/** RFC 3161 §2.3: a key that is for time stamps and nothing else, which nobody may overlook. */
export function isForTimeStamps(certificate: X509Certificate): boolean {
  const [body] = itemsOf(readBlock(certificate.raw));
  const tagged = taggedOf(itemsOf(body), 3);
  const extensions = tagged === undefined ? [] : itemsOf(itemsOf(tagged)[0]);
  const usage = extensions.map(itemsOf).find(([name]) => oidOf(name) === EXTENDED_KEY_USAGE);
  return usage !== undefined && usage.length === 3 && isTrue(usage[1]) && isOnly(octetsOf(usage[2]));
}

function isTrue(block: BerBlock | undefined): boolean {
  return block instanceof AsnBoolean && block.getValue();
}

function isOnly(usage: Buffer): boolean {
  return (
    itemsOf(readBlock(usage))
      .map((one) => oidOf(one))
      .join() === TIME_STAMPING
  );
}
