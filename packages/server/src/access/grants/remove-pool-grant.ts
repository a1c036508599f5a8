import type { ClientId, PoolId } from '@setpoint/contract';
import { removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { RemoveGrantOutput } from './remove-grant.ts';
import { recorded } from '../../trail/recorded.ts';
import { grantRecord } from './grant-record.ts';

const grantOf = statement<{ clientId: string; poolId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select('can_schedule')
    .where('client_id', '=', param('clientId'))
    .where('pool_id', '=', param('poolId'))
    .where('role', 'is', null)
    .where(inForce(dialect, 'ends_at')),
);

const deleteGrant = removeBy('pool_grant', ['clientId', 'poolId']);

/** Takes back the grant of a pool; grants of its members by name stay. */
export const removePoolGrant = defineWrite({
  name: 'removePoolGrant',
  record: recorded(grantRecord.ofPool),
  run: async (tx: Tx, input: { clientId: ClientId; poolId: PoolId }): Promise<RemoveGrantOutput> => {
    if ((await tx.first(grantOf, input)) === undefined) return { kind: 'grant_missing' };
    await tx.run(deleteGrant, input);
    return { kind: 'removed' };
  },
});
