import { type AuditVerdict, verifyAuditLog } from './verify-audit-log.ts';
import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { readAuditFile } from './read-audit-file.ts';

export interface VerifyAuditOptions {
  readonly file?: string;
  readonly against?: string;
}

export async function verifyAudit(shell: Shell, { file, against }: VerifyAuditOptions): Promise<void> {
  const verdict = file === undefined ? await verifyService(shell, against) : await verifyAuditLog(readAuditFile(file));
  if (verdict.kind === 'broken')
    throw new CliError('audit_log_broken', `record ${verdict.sequence}: ${verdict.problem}`);
  shell.print(verdict, intactText(verdict));
}

function intactText({ records, seals, first, last }: AuditVerdict & { readonly kind: 'intact' }): string {
  if (records === 0) return 'There are no records.';
  return `Records ${first} to ${last.sequence} are as they were written, with ${seals} good seals.\nhash ${last.hash}`;
}

async function verifyService(shell: Shell, against: string | undefined): Promise<AuditVerdict> {
  const { audit } = shell.client();
  const known = against === undefined ? undefined : await lastOf(against);
  // What is written while it is read is checked too, but need not be there yet.
  const { end } = await audit.bounds();
  let found: AuditRecord | undefined;
  let atEnd: AuditRecord | undefined;
  async function* noted(): AsyncGenerator<AuditRecord> {
    for await (const record of audit.export()) {
      if (record.sequence === known?.sequence) found = record;
      if (record.sequence === end.sequence) atEnd = record;
      yield record;
    }
  }
  const verdict = await verifyAuditLog(noted());
  if (verdict.kind === 'broken') return verdict;
  if (end.sequence > 0 && atEnd?.hash !== end.hash) return missing(end, 'is not the one that the log ends with');
  if (known !== undefined && found?.hash !== known.hash) return missing(known, `is another one in ${against}`);
  return verdict;
}

function missing({ sequence }: AuditPlace, problem: string): AuditVerdict {
  return { kind: 'broken', sequence, problem };
}

async function lastOf(file: string): Promise<AuditPlace> {
  const verdict = await verifyAuditLog(readAuditFile(file));
  if (verdict.kind === 'broken')
    throw new CliError('audit_log_broken', `${file}: record ${verdict.sequence}: ${verdict.problem}`);
  if (verdict.records === 0) throw new CliError('bad_file', `${file} has no records`);
  return verdict.last;
}
