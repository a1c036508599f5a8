import type { PoolId } from '@setpoint/contract';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const membersNow = statement<{ poolId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_from', '<=', param('now'))
    .where('valid_to', '>', param('now')),
);

/** How many sites are members now. */
export async function countMembers(tx: Tx, { poolId, now }: { poolId: PoolId; now: number }): Promise<number> {
  return (await tx.first(membersNow, { poolId, now }))?.members ?? 0;
}
