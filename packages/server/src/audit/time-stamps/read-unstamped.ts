import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { parseRecord } from '../../trail/altered-parts.ts';
import { SEALED } from '../seal-log.ts';
import { STAMPED_WITHIN_MS, type StampedText } from './verify-time-stamp.ts';

// One a day, and some more where a clock was set.
const MOST = 20;

const unstamped = statement<{ since: number }>()(({ db, param }) =>
  db
    .selectFrom('audit_record')
    .select(['sequence', 'record'])
    .where('action', '=', SEALED)
    .where('at', '>=', param('since'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_time_stamp')
            .select('audit_time_stamp.sequence')
            .whereRef('audit_time_stamp.sequence', '=', 'audit_record.sequence'),
        ),
      ),
    )
    .orderBy('sequence', 'desc')
    .limit(MOST),
);

/** A seal that nobody outside has stamped yet. */
export interface UnstampedSeal extends StampedText {
  readonly sequence: number;
}

/** The latest first: it covers all before it. Those that are too old for it are left as they are. */
export async function readUnstamped(tx: Tx, { now }: { readonly now: number }): Promise<readonly UnstampedSeal[]> {
  const rows = await tx.all(unstamped, { since: now - STAMPED_WITHIN_MS });
  return rows.flatMap(({ sequence, record }) => {
    const said = parseRecord(record);
    const text = said?.after?.['signature'];
    return typeof text === 'string' ? [{ sequence, text, since: Date.parse(said?.at ?? '') }] : [];
  });
}
