import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

// From the end of the index for each pool. A maximum over groups looks at all divisions there are, which may be a year of them.
const withLast = <Params extends object>({ db }: Building<Params>) =>
  db.selectFrom('pool').select((eb) => {
    const last = eb
      .selectFrom('pool_tick')
      .whereRef('pool_tick.pool_id', '=', 'pool.pool_id')
      .orderBy('sequence', 'desc')
      .orderBy('round', 'desc')
      .limit(1);
    return ['pool_id', 'service', last.select('sequence').as('sequence'), last.select('round').as('round')];
  });

const ofOne = statement<{ poolId: string }>()((building) =>
  withLast(building).where('pool_id', '=', building.param('poolId')),
);

const since = statement<{ since: number }>()((building) =>
  withLast(building).where((eb) =>
    eb.exists(
      eb
        .selectFrom('pool_tick')
        .select('at')
        .whereRef('pool_tick.pool_id', '=', 'pool.pool_id')
        .where('at', '>', building.param('since')),
    ),
  ),
);

interface OrderingPool {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  /** What it was asked for last. */
  readonly last: { readonly sequence: number; readonly round: number };
}

/** Pools that were asked for something: one, or all since an instant. */
export async function listOrderingPools(
  tx: Tx,
  wanted: { readonly poolId: PoolId } | { readonly since: number },
): Promise<OrderingPool[]> {
  const rows = 'poolId' in wanted ? await tx.all(ofOne, wanted) : await tx.all(since, wanted);
  return rows.flatMap(({ pool_id: id, service, sequence, round }) =>
    sequence === null || round === null ? [] : [{ poolId: id as PoolId, service, last: { sequence, round } }],
  );
}
