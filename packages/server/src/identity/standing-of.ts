import { urgentRead } from '../store/long-read.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Caller } from './caller.ts';

/** Whether a caller is let in; `unsure`: a signing key was revoked since its token was verified. */
export type Standing = 'good' | 'unsure' | 'over';

const standing = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .innerJoin('store_state', (join) => join.onTrue())
    .select(['good_from', 'key_revision'])
    .where('client_id', '=', param('clientId'))
    .where('is_enabled', '=', 1),
);

interface StandingRow {
  readonly goodFrom: number;
  readonly revision: number;
}

/** What a standing depends on; undefined for a client that is disabled or gone. */
export async function readStanding(
  tx: Tx,
  { clientId }: { readonly clientId: string },
): Promise<StandingRow | undefined> {
  const row = await tx.first(standing, { clientId });
  return row && { goodFrom: row.good_from, revision: row.key_revision };
}

export async function standingOf(tx: Tx, caller: Caller): Promise<Standing> {
  const row = await readStanding(tx, caller);
  return row === undefined ? 'over' : standingBy(row, caller);
}

/** The same of an operator, who stops sites: it does not stand behind what others read. */
export const standingOfOperator = urgentRead((tx: Tx, caller: Caller) => standingOf(tx, caller));

/** The same where the rows were read already. */
export function standingBy(
  { goodFrom, revision }: StandingRow,
  { generation, keyRevision }: Pick<Caller, 'generation' | 'keyRevision'>,
): Standing {
  if (generation !== undefined && generation < goodFrom) return 'over';
  return keyRevision === undefined || keyRevision === revision ? 'good' : 'unsure';
}
