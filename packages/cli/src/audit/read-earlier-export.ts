import type { AuditPlace } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import { verifyAuditFile } from './verify-audit-file.ts';
import { broken, type BrokenAuditLog, type IntactAuditLog } from './verify-audit-log.ts';

/** What an earlier export says of the log. */
export interface EarlierExport {
  readonly last: AuditPlace;
  readonly keptDays: number | undefined;
  /** When each of its records was written. */
  readonly writtenAt: ReadonlyMap<number, string>;
}

export async function readEarlierExport(file: string): Promise<EarlierExport> {
  const writtenAt = new Map<number, string>();
  const onRecord = ({ sequence, at }: { readonly sequence: number; readonly at: string }) =>
    void writtenAt.set(sequence, at);
  // Of an export that lost its end, what is there can still be compared.
  const verdict = await verifyAuditFile(file, { pinned: undefined, isUnended: true, onRecord });
  if (verdict.kind === 'intact') return { last: verdict.last, keptDays: verdict.keptDays, writtenAt };
  throw new CliError('audit_log_broken', `${file}: record ${verdict.sequence}: ${verdict.problem}`);
}

const DAY_MS = 86_400_000;
// What is deleted is chosen by the clock of a node, which may be a little ahead.
const CLOCKS_DIFFER_MS = 3_600_000;

/** What is wrong where the log deleted records that were not as old as it keeps them. */
export function tooYoungToForget(
  { first, forgottenAt = '', keptDays }: IntactAuditLog,
  earlier: EarlierExport,
): BrokenAuditLog | undefined {
  const writtenAt = earlier.writtenAt.get(first - 1);
  if (writtenAt === undefined) return undefined;
  // No setting is below a day, whatever the log says of itself.
  const days = Math.max(1, Math.min(earlier.keptDays ?? 1, keptDays ?? earlier.keptDays ?? 1));
  const ageMs = Date.parse(forgottenAt) - Date.parse(writtenAt);
  if (ageMs >= days * DAY_MS - CLOCKS_DIFFER_MS) return undefined;
  const kept = days === 1 ? 'at least a day' : `${days} days`;
  return broken(
    first - 1,
    `was written at ${writtenAt} and deleted at ${forgottenAt}, as if it had been too old; records are kept for ${kept}`,
  );
}
