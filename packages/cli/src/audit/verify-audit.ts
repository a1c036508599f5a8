import type { AuditPlace } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { intactText, type PublishedKeys } from './intact-text.ts';
import { thumbprintOf } from './thumbprint-of.ts';
import { verifyAuditFile } from './verify-audit-file.ts';
import { type AuditVerdict, broken, type IntactAuditLog } from './verify-audit-log.ts';
import { verifyAuditService } from './verify-audit-service.ts';

export interface VerifyAuditOptions {
  readonly file?: string;
  readonly against?: string;
  /** Thumbprints. */
  readonly key?: readonly string[];
  readonly unended?: boolean;
}

export async function verifyAudit(shell: Shell, options: VerifyAuditOptions): Promise<void> {
  const { file, key: pinned, unended: isUnended = false } = options;
  if (file !== undefined) return answer(shell, await verifyAuditFile(file, { pinned, isUnended }), options);
  const { audit } = shell.client();
  const known = options.against === undefined ? undefined : await lastOf(options.against);
  const verdict = await verifyAuditService(audit, { pinned, known });
  const published = new Set((await audit.keys()).map((one) => thumbprintOf(one)));
  return answer(shell, verdict, { ...options, published });
}

interface Answering extends VerifyAuditOptions {
  readonly published?: PublishedKeys;
}

function answer(shell: Shell, verdict: AuditVerdict, { key, published }: Answering): void {
  const found = verdict.kind === 'broken' ? verdict : keyProblem(verdict, { pinned: key, published });
  if (found !== undefined) throw new CliError('audit_log_broken', `record ${found.sequence}: ${found.problem}`);
  if (verdict.kind === 'intact') shell.print(verdict, intactText(verdict, published));
}

interface GoodKeys {
  readonly pinned: readonly string[] | undefined;
  readonly published: PublishedKeys | undefined;
}

function keyProblem({ keys, last }: IntactAuditLog, { pinned, published }: GoodKeys) {
  const latest = keys.at(-1);
  if (pinned !== undefined) return latest === undefined ? broken(last.sequence, 'no seal is before it') : undefined;
  if (latest === undefined || published === undefined || published.has(latest.thumbprint)) return undefined;
  return broken(
    latest.to,
    `is a seal by the key ${latest.thumbprint}, which is none of those that the service publishes`,
  );
}

/** What an earlier export ends with. */
async function lastOf(file: string): Promise<AuditPlace> {
  // Of an export that lost its end, what is there can still be compared.
  const verdict = await verifyAuditFile(file, { pinned: undefined, isUnended: true });
  if (verdict.kind === 'intact') return verdict.last;
  throw new CliError('audit_log_broken', `${file}: record ${verdict.sequence}: ${verdict.problem}`);
}
