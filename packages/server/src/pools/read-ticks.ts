import type { PoolId } from '@setpoint/contract';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type StoredTick, tickFromRow } from './steps/tick-from-row.ts';

type Params = { poolId: string; upTo: number; limit: number };

const ticks = ({ db, param }: Building<Params>) =>
  db
    .selectFrom('pool_tick')
    .innerJoin('pool_roster', (join) =>
      join.onRef('pool_roster.pool_id', '=', 'pool_tick.pool_id').onRef('pool_roster.roster', '=', 'pool_tick.roster'),
    )
    .select(['sequence', 'at', 'valid_until', 'watts', 'shortfall_watts', 'surplus_watts', 'shares', 'site_ids'])
    .where('pool_tick.pool_id', '=', param('poolId'))
    .limit(param('limit'));

const bySequence = statement<Params>()((building) =>
  ticks(building).where('sequence', '<=', building.param('upTo')).orderBy('sequence', 'desc'),
);

const byTime = statement<Params>()((building) =>
  ticks(building).where('at', '<=', building.param('upTo')).orderBy('at', 'desc').orderBy('sequence', 'desc'),
);

export interface TicksWanted {
  readonly poolId: PoolId;
  readonly limit: number;
  /** The first of them at the latest. */
  readonly upTo: { readonly sequence: number } | { readonly at: number };
}

/** Some ticks of a pool, the latest first. */
export async function readTicks(tx: Tx, { poolId, limit, upTo }: TicksWanted): Promise<StoredTick[]> {
  const rows =
    'at' in upTo
      ? await tx.all(byTime, { poolId, limit, upTo: upTo.at })
      : await tx.all(bySequence, { poolId, limit, upTo: upTo.sequence });
  return rows.map(tickFromRow);
}
