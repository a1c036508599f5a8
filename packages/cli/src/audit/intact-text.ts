import type { SealKey } from './seal-reading.ts';
import type { IntactAuditLog } from './verify-audit-log.ts';

/** The thumbprints of the keys that the service publishes now. */
export type PublishedKeys = ReadonlySet<string>;

/** What is proven of a log, and what is not. */
export function intactText(verdict: IntactAuditLog, published: PublishedKeys | undefined): string {
  const { first, last, seals, keys, sealedUpTo } = verdict;
  const lines = [
    `Records ${first} to ${last.sequence} are as they were written, with ${seals} good seals.`,
    `hash ${last.hash}`,
    ...keys.map((key) => keyText(key, published)),
  ];
  if (first > 1) lines.push(`Those before record ${first} were deleted because of their age, as the log itself says.`);
  const unproven = sealedUpTo === 0 ? 'No record is sealed' : `Records after ${sealedUpTo} are not sealed yet`;
  lines.push(`${unproven}: if the end was cut off or written anew, only an earlier export shows it (--against).`);
  return lines.join('\n');
}

function keyText({ keyId, thumbprint, from, to, seals }: SealKey, published: PublishedKeys | undefined): string {
  const where = from === to ? `record ${from}` : `${seals} records from ${from} to ${to}`;
  const isUnknown = published !== undefined && !published.has(thumbprint);
  const by = isUnknown ? ', which the service does not publish any more' : '';
  return `sealed by key ${keyId}, thumbprint ${thumbprint}${by}: ${where}`;
}
