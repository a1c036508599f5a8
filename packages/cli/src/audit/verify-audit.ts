import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { intactText, NO_SEAL, type PublishedKeys } from './intact-text.ts';
import { readEarlierExport } from './read-earlier-export.ts';
import { type StampedSeals, TimeStampReading } from './time-stamp-reading.ts';
import { thumbprintOf } from './thumbprint-of.ts';
import { verifyAuditFile } from './verify-audit-file.ts';
import { type AuditVerdict, broken, type BrokenAuditLog, type IntactAuditLog } from './verify-audit-log.ts';
import { verifyAuditService } from './verify-audit-service.ts';
import { whileWorking } from '../shell/while-working.ts';
import { countText } from '../text/count-text.ts';

// The keys that seal alone are named so.
const SEALING = 'seal-';

export interface VerifyAuditOptions {
  readonly file?: string;
  readonly against?: string;
  /** Thumbprints. */
  readonly key?: readonly string[];
  readonly unended?: boolean;
  /** A file with the certificates of authorities for time stamps. */
  readonly timestampCa?: string;
}

export async function verifyAudit(shell: Shell, options: VerifyAuditOptions): Promise<void> {
  const { file, key: pinned, unended: isUnended = false } = options;
  const stamps = new TimeStampReading();
  let records = 0;
  const onRecord = () => {
    records += 1;
  };
  const checking = <Verdict>(work: () => Promise<Verdict>) =>
    whileWorking(shell, () => `Checked ${countText(records, 'record')}`, work);
  if (file !== undefined) {
    const verdict = await checking(() => verifyAuditFile(file, { pinned, isUnended, stamps, onRecord }));
    return answer(shell, verdict, { ...options, stamps });
  }
  const { audit } = shell.client();
  const known = options.against === undefined ? undefined : await readEarlierExport(options.against);
  const verdict = await checking(() => verifyAuditService(audit, { pinned, known, stamps, onRecord }));
  const keys = (await audit.keys()).filter(({ kid }) => String(kid).startsWith(SEALING));
  const published = new Set(keys.map((one) => thumbprintOf(one)));
  return answer(shell, verdict, { ...options, published, stamps });
}

interface Answering extends VerifyAuditOptions {
  readonly published?: PublishedKeys;
  readonly stamps: TimeStampReading;
}

async function answer(shell: Shell, verdict: AuditVerdict, options: Answering): Promise<void> {
  const { key, published } = options;
  const intact = intactOrThrow(verdict);
  const found = keyProblem(intact, { pinned: key, published });
  if (found !== undefined) intactOrThrow(found);
  const timeStamps = await timeStampsOrThrow(intact, options);
  const isBelieved = options.timestampCa !== undefined;
  shell.print({ ...intact, timeStamps }, intactText({ ...intact, timeStamps }, { published, isBelieved }));
}

async function timeStampsOrThrow(
  { last }: IntactAuditLog,
  { stamps, timestampCa }: Answering,
): Promise<readonly StampedSeals[]> {
  const read = await stamps.verdict(timestampCa === undefined ? undefined : await authoritiesIn(timestampCa));
  const { stamped } = intactOrThrow(read);
  if (timestampCa !== undefined && stamped.length === 0) {
    intactOrThrow(broken(last.sequence, 'no seal before it is time-stamped'));
  }
  return stamped;
}

async function authoritiesIn(file: string): Promise<readonly X509Certificate[]> {
  const { certificatesIn } = await import('@setpoint/server/certificates-in');
  const pem = await readFile(file, 'utf8');
  try {
    return certificatesIn(pem);
  } catch (cause) {
    throw new CliError('bad_file', `${file} is not a file with certificates in PEM`, { cause });
  }
}

function intactOrThrow<Intact extends { readonly kind: 'intact' }>(verdict: Intact | BrokenAuditLog): Intact {
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
