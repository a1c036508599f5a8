import { countText } from '../text/count-text.ts';
import type { SealKey } from './seal-reading.ts';
import type { IntactAuditLog } from './verify-audit-log.ts';

/** The thumbprints of the keys that the service publishes now. */
export type PublishedKeys = ReadonlySet<string>;

export const NO_SEAL =
  'THERE IS NO VALID SEAL: anyone who can write to the database may have written all of these records.';

/** What is proven of a log, and what is not. */
export function intactText(verdict: IntactAuditLog, published: PublishedKeys | undefined): string {
  const { first, firstAt, forgottenAt, last, seals, keys, sealedUpTo } = verdict;
  const lines = [
    `Records ${first} to ${last.sequence} are as they were written, with ${countText(seals, 'valid seal')}.`,
    `hash ${last.hash}`,
    ...keys.map((key) => keyText(key, published)),
  ];
  if (first > 1) {
    const when = `deleted at ${forgottenAt} because of their age`;
    lines.push(`Those before record ${first}, which is of ${firstAt}, were ${when}, as the log itself says.`);
  }
  const unproven = sealedUpTo === 0 ? NO_SEAL : `Records after ${sealedUpTo} are not sealed yet.`;
  lines.push(`${unproven} If the end was cut off or written anew, only an earlier export shows it (--against).`);
  return lines.join('\n');
}

function keyText({ keyId, thumbprint, from, to, seals }: SealKey, published: PublishedKeys | undefined): string {
  const where = from === to ? `record ${from}` : `${seals} records from ${from} to ${to}`;
  const isUnknown = published !== undefined && !published.has(thumbprint);
  const by = isUnknown ? ', which the service does not publish any more' : '';
  return `sealed by key ${keyId}, thumbprint ${thumbprint}${by}: ${where}`;
}
