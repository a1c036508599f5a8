import type { ClientId, PoolId } from '@setpoint/contract';
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { isPoolVisible } from './is-pool-visible.ts';

const sight = statement<{ clientId: string; poolId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('store_state')
    .select(sql<number>`1`.as('seen'))
    .where(isPoolVisible(dialect, sql`${param('poolId')}`, param('clientId'))),
);

/** Whether a client has a grant of a pool now, or of all sites; also of a pool that was removed. */
export async function seesPool(
  tx: Tx,
  pool: { readonly clientId: ClientId; readonly poolId: PoolId },
): Promise<boolean> {
  return (await tx.first(sight, { ...pool })) !== undefined;
}
