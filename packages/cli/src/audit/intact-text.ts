import { countText } from '../text/count-text.ts';
import type { SealKey } from './seal-reading.ts';
import type { StampedSeals } from './time-stamp-reading.ts';
import type { IntactAuditLog } from './verify-audit-log.ts';

export interface VerifiedAuditLog extends IntactAuditLog {
  readonly timeStamps: readonly StampedSeals[];
}

/** The thumbprints of the keys that the service publishes now. */
export type PublishedKeys = ReadonlySet<string>;

interface Known {
  readonly published: PublishedKeys | undefined;
  /** Whether it was said which authorities are believed. */
  readonly isBelieved: boolean;
}

export const NO_SEAL =
  'THERE IS NO VALID SEAL: anyone who can write to the database may have written all of these records.';

/** What is proven of a log, and what is not. */
export function intactText(verdict: VerifiedAuditLog, { published, isBelieved }: Known): string {
  const { first, firstAt, forgottenAt, last, seals, keys, sealedUpTo, timeStamps } = verdict;
  const lines = [
    `Records ${first} to ${last.sequence} are as they were written, with ${countText(seals, 'valid seal')}.`,
    `hash ${last.hash}`,
    ...keys.map((key) => keyText(key, published)),
    ...timeStamps.map((one) => stampText(one, { isBelieved, of: seals })),
  ];
  if (first > 1) {
    const when = `deleted at ${forgottenAt} because of their age`;
    lines.push(`Those before record ${first}, which is of ${firstAt}, were ${when}, as the log itself says.`);
  }
  const unproven = sealedUpTo === 0 ? NO_SEAL : `Records after ${sealedUpTo} are not sealed yet.`;
  lines.push(`${unproven} If the end was cut off or written anew, only an earlier export shows it (--against).`);
  return lines.join('\n');
}

function stampText(stamped: StampedSeals, { isBelieved, of }: { readonly isBelieved: boolean; readonly of: number }) {
  const { authority, seals, from, to } = stamped;
  const where = from === to ? `record ${from}` : `records from ${from} to ${to}`;
  const unproven = isBelieved ? '' : ', by its own word: --timestamp-ca says which authorities are believed';
  return `${seals} of ${of} seals are time-stamped by ${authority} (${where})${unproven}`;
}

function keyText({ keyId, thumbprint, from, to, seals }: SealKey, published: PublishedKeys | undefined): string {
  const where = from === to ? `record ${from}` : `${seals} records from ${from} to ${to}`;
  const isUnknown = published !== undefined && !published.has(thumbprint);
  const by = isUnknown ? ', which the service does not publish any more' : '';
  return `sealed by key ${keyId}, thumbprint ${thumbprint}${by}: ${where}`;
}
