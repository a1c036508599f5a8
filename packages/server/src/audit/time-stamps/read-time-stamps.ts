import type { AuditTimeStamp } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const between = statement<{ first: number; last: number }>()(({ db, param }) =>
  db
    .selectFrom('audit_time_stamp')
    .select(fields('sequence', 'token', 'authority', 'stampedAt'))
    .where('sequence', '>=', param('first'))
    .where('sequence', '<=', param('last'))
    .orderBy('sequence'),
);

/** The time stamps that some seals have. */
export async function readTimeStamps(
  tx: Tx,
  { sequences }: { readonly sequences: readonly number[] },
): Promise<AuditTimeStamp[]> {
  if (sequences.length === 0) return [];
  const rows = await tx.all(between, { first: Math.min(...sequences), last: Math.max(...sequences) });
  return rows
    .filter(({ sequence }) => sequences.includes(sequence))
    .map(({ sequence, token, authority, stampedAt }) => ({
      sequence,
      at: new Date(stampedAt).toISOString(),
      authority,
      token,
    }));
}
