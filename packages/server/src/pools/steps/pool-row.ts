import { statement } from '../../store/statement.ts';

/** Locked by those who write signals of a pool, its seat or its shortages. */
export const poolRow = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('pool_id').where('pool_id', '=', param('poolId')).forUpdate(),
);
