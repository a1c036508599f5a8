import type { AuditRecord } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import { alteredText } from './altered-text.ts';
import { type AuditFileEnd, readAuditFile } from './read-audit-file.ts';
import { type AuditVerdict, broken, type IntactAuditLog, verifyAuditLog } from './verify-audit-log.ts';

export interface AuditFileTerms {
  readonly pinned: readonly string[] | undefined;
  /** Whether an export is taken that does not say where it ends. */
  readonly isUnended: boolean;
  readonly onRecord?: (record: AuditRecord) => void;
}

/** Whether an export is whole, and what it holds as it was written. */
export async function verifyAuditFile(
  file: string,
  { pinned, isUnended, onRecord }: AuditFileTerms,
): Promise<AuditVerdict> {
  const read = readAuditFile(file);
  const verdict = await verifyAuditLog(read.records(), { pinned, onRecord });
  if (verdict.kind === 'broken') return verdict;
  if (verdict.records === 0) throw new CliError('bad_file', `${file} has no records`);
  const end = read.end();
  if (end !== undefined) return endProblem(verdict, end) ?? verdict;
  if (isUnended) return verdict;
  throw new CliError('audit_log_broken', `${file} does not say where it ends, so its last records may be missing`);
}

function endProblem({ records, last }: IntactAuditLog, { altered, ...end }: AuditFileEnd): AuditVerdict | undefined {
  const [first] = altered ?? [];
  if (first !== undefined) return broken(first.sequence, alteredText(first));
  if (end.records === records && end.hash === last.hash) return undefined;
  return broken(last.sequence + 1, `is missing: the export is said to have ${end.records} records, and has ${records}`);
}
