import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const lastSequences = <Params extends object>({ db }: Building<Params>) =>
  db
    .selectFrom('pool_tick')
    .innerJoin('pool', 'pool.pool_id', 'pool_tick.pool_id')
    .select(({ fn }) => ['pool.pool_id', 'service', fn.max('at').as('at')])
    .groupBy(['pool.pool_id', 'service']);

const ofOne = statement<{ poolId: string }>()((building) =>
  lastSequences(building).where('pool_tick.pool_id', '=', building.param('poolId')),
);

const since = statement<{ since: number }>()((building) =>
  lastSequences(building).where('at', '>', building.param('since')),
);

/** Pools that were asked for something, with the instant of the last division: one, or all since an instant. */
export async function listOrderingPools(
  tx: Tx,
  wanted: { readonly poolId: PoolId } | { readonly since: number },
): Promise<{ readonly poolId: PoolId; readonly service: PoolServiceName; readonly at: number }[]> {
  const rows = 'poolId' in wanted ? await tx.all(ofOne, wanted) : await tx.all(since, wanted);
  return rows.map(({ pool_id: id, service, at }) => ({
    poolId: id as PoolId,
    service,
    at,
  }));
}
