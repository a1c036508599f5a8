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

export async function standingOf(tx: Tx, caller: Caller): Promise<Standing> {
  const row = await tx.first(standing, { clientId: caller.clientId });
  return row === undefined ? 'over' : standingBy({ goodFrom: row.good_from, revision: row.key_revision }, caller);
}

/** The same where the rows were read already. */
export function standingBy(
  { goodFrom, revision }: { readonly goodFrom: number; readonly revision: number },
  { generation, keyRevision }: Pick<Caller, 'generation' | 'keyRevision'>,
): Standing {
  if (generation !== undefined && generation < goodFrom) return 'over';
  return keyRevision === undefined || keyRevision === revision ? 'good' : 'unsure';
}
