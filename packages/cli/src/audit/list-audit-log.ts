import type { AuditFilter } from '@setpoint/client';
import { actorText, type AuditAlteration, type AuditRecord, LIMITS } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { alteredText } from './altered-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { timesHere } from '../shell/times-in.ts';

export interface ListAuditOptions extends AuditFilter {
  readonly limit: number;
}

export async function listAuditLog(shell: Shell, { limit, ...given }: ListAuditOptions): Promise<void> {
  const filter = timesHere(given);
  const records: AuditRecord[] = [];
  const altered: AuditAlteration[] = [];
  let cursor: { readonly cursor?: string } | undefined = {};
  while (cursor !== undefined && records.length < limit) {
    const most = Math.min(limit - records.length, LIMITS.maxPageSize);
    const page = await shell.client().audit.page(filter, { limit: most, ...cursor });
    records.push(...page.records);
    altered.push(...page.altered);
    cursor = page.nextCursor === null ? undefined : { cursor: page.nextCursor };
  }
  for (const row of altered) shell.writeError(`record ${row.sequence}: ${alteredText(row)}\n`);
  const columns: Columns<AuditRecord> = {
    AT: ({ at }) => at,
    ACTOR: ({ actor }) => actorText(actor),
    ADDRESS: ({ address }) => address ?? '-',
    ACTION: ({ action }) => action,
    SUBJECT: ({ subject }) => `${subject.kind} ${subject.id}`,
    CHANGE: changeText,
  };
  shell.print({ records, altered }, listText(records, columns, 'No record is like this.'));
}

/** What is another one now, field by field. */
function changeText({ before, after }: AuditRecord): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  return changed.map((name) => `${name} ${shortText(after?.[name])}`).join(', ');
}

const LONGEST_VALUE = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
