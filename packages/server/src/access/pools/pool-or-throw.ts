import { AppError, type ClientId, parsePoolId, type PoolId } from '@setpoint/contract';
import { sql } from 'kysely';
import { noSuch } from '../../http/send/no-such.ts';
import { type Caller, readsAsOperator } from '../../identity/caller.ts';
import { statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { isPoolVisible } from './is-pool-visible.ts';

interface NamedPool {
  /** What a query or a body says. */
  readonly named: string;
  /** Whether operators see every pool, or only those of their grants, as sites. */
  readonly isOpenToOperators: boolean;
}

const poolOf = statement<{ clientId: string; poolId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool')
    .select(sql<number | boolean>`${isPoolVisible(dialect, 'pool.pool_id', param('clientId'))}`.as('is_seen'))
    .where('pool.pool_id', '=', param('poolId'))
    .where('removed_at', 'is', null),
);

/** Whether a client sees a pool; undefined where there is none. */
async function seesOne(tx: Tx, pool: { clientId: ClientId; poolId: PoolId }): Promise<boolean | undefined> {
  const row = await tx.first(poolOf, pool);
  return row === undefined ? undefined : Boolean(row.is_seen);
}

/** The pool that stands for its members of now: 404 for one that the caller may not see. */
export async function poolOrThrow(
  store: Pick<Store, 'read'>,
  caller: Caller,
  { named, isOpenToOperators }: NamedPool,
): Promise<PoolId> {
  const poolId = parsePoolId(named);
  if (poolId === undefined) throw new AppError('bad_request', 'poolId: must be a UUID');
  const isSeen = await store.read(seesOne, { clientId: caller.clientId, poolId });
  if (isSeen === true || (isSeen === false && isOpenToOperators && readsAsOperator(caller))) return poolId;
  throw noSuch('pool');
}
