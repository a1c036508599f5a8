import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { readEarlierExport } from './read-earlier-export.ts';
import { thumbprintOf } from './thumbprint-of.ts';
import { verifyAuditFile } from './verify-audit-file.ts';
import { type AuditVerdict, broken, type IntactAuditLog } from './verify-audit-log.ts';
import { verifyAuditService } from './verify-audit-service.ts';
import { whileWorking } from '../shell/while-working.ts';
import { countText } from '../text/count-text.ts';
import type { SealKey } from './seal-reading.ts';

/** The thumbprints of the keys that the service publishes now. */
type PublishedKeys = ReadonlySet<string>;

const NO_SEAL = 'THERE IS NO VALID SEAL: anyone who can write to the database may have written all of these records.';

/** What is proven of a log, and what is not. */
function intactText(verdict: IntactAuditLog, published: PublishedKeys | undefined): string {
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

// The keys that seal alone are named so.
const SEALING = 'seal-';

export interface VerifyAuditOptions {
  readonly file?: string;
  readonly against?: string;
  /** Thumbprints. */
  readonly key?: readonly string[];
}

export async function verifyAudit(shell: Shell, options: VerifyAuditOptions): Promise<void> {
  const { file, key: pinned } = options;
  let records = 0;
  const onRecord = () => {
    records += 1;
  };
  const checking = <Verdict>(work: () => Promise<Verdict>) =>
    whileWorking(shell, () => `Checked ${countText(records, 'record')}`, work);
  if (file !== undefined) {
    const verdict = await checking(() => verifyAuditFile(file, { pinned, isUnended: false, onRecord }));
    return answer(shell, verdict, { pinned, published: undefined });
  }
  const { audit } = shell.client();
  const known = options.against === undefined ? undefined : await readEarlierExport(options.against);
  const verdict = await checking(() => verifyAuditService(audit, { pinned, known, onRecord }));
  const keys = (await audit.keys()).filter(({ kid }) => String(kid).startsWith(SEALING));
  const published = new Set(keys.map((one) => thumbprintOf(one)));
  return answer(shell, verdict, { pinned, published });
}

function answer(shell: Shell, verdict: AuditVerdict, keys: GoodKeys): void {
  const intact = intactOrThrow(verdict);
  const found = keyProblem(intact, keys);
  if (found !== undefined) intactOrThrow(found);
  shell.print(intact, intactText(intact, keys.published));
}

function intactOrThrow(verdict: AuditVerdict): IntactAuditLog {
  if (verdict.kind === 'intact') return verdict;
  throw new CliError('audit_log_broken', `record ${verdict.sequence}: ${verdict.problem}`);
}

interface GoodKeys {
  readonly pinned: readonly string[] | undefined;
  readonly published: PublishedKeys | undefined;
}

function keyProblem({ keys, last }: IntactAuditLog, { pinned, published }: GoodKeys) {
  const latest = keys.at(-1);
  // A service that began a moment ago has not sealed its log yet.
  if (latest === undefined) return pinned === undefined ? undefined : broken(last.sequence, `is the last. ${NO_SEAL}`);
  if (pinned !== undefined || published === undefined || published.has(latest.thumbprint)) return undefined;
  return broken(
    latest.to,
    `is a seal by the key ${latest.thumbprint}, which is none of those that the service publishes`,
  );
}
