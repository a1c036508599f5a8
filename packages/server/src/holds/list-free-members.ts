import type { ClientId, HoldId, PoolId, SiteId } from '@setpoint/contract';
import { isVisible } from '../access/sites/is-visible.ts';
import { NEVER } from '../store/in-force.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

type Params = { holdId: string; poolId: string; now: number };

const freeMembers = ({ db, param }: Pick<Building<Params>, 'db' | 'param'>) =>
  db
    .selectFrom('pool_member')
    .innerJoin('site', 'site.site_id', 'pool_member.site_id')
    .where('pool_member.pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_from', '<=', param('now'))
    .where('valid_to', '>', param('now'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('site_hold')
            .select('site_hold.version')
            .where('site_hold.hold_id', '=', param('holdId'))
            .whereRef('site_hold.site_id', '=', 'pool_member.site_id'),
        ),
      ),
    );

const someFree = statement<Params & { limit: number }>()((building) =>
  freeMembers(building).select('pool_member.site_id').orderBy('pool_member.site_id').limit(building.param('limit')),
);

interface OfPool {
  readonly holdId: HoldId;
  readonly poolId: PoolId;
  readonly now: number;
}

/** Some members of a pool that a hold of it does not lie on yet. */
export async function listFreeMembers(tx: Tx, input: OfPool & { readonly limit: number }): Promise<SiteId[]> {
  const rows = await tx.all(someFree, { ...input });
  return rows.map((row) => row.site_id as SiteId);
}

const countAll = statement<Params>()((building) =>
  freeMembers(building).select(({ fn }) => fn.countAll<number>().as('sites')),
);

const countVisible = statement<Params & { clientId: string }>()((building) =>
  freeMembers(building)
    .select(({ fn }) => fn.countAll<number>().as('sites'))
    .where(isVisible(building.dialect, 'site.site_id', building.param('clientId'))),
);

/** How many members a hold does not lie on yet; of those alone that a client can see, or of all. */
export async function countFreeMembers(
  tx: Tx,
  { holdId, poolId, now, visibleTo }: OfPool & { readonly visibleTo: ClientId | null },
): Promise<number> {
  const pool = { holdId, poolId, now };
  const row =
    visibleTo === null
      ? await tx.first(countAll, pool)
      : await tx.first(countVisible, { ...pool, clientId: visibleTo });
  return row?.sites ?? 0;
}

const openOfPools = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('hold')
    .select(['hold_id', 'pool_id'])
    .where('released_at', 'is', null)
    .where('pool_id', 'is not', null)
    .orderBy('hold_id'),
);

/** The open holds of pools, which members may join at any time. */
export async function listHeldPools(tx: Tx): Promise<Pick<OfPool, 'holdId' | 'poolId'>[]> {
  const rows = await tx.all(openOfPools, {});
  return rows.map((row) => ({ holdId: row.hold_id as HoldId, poolId: row.pool_id as PoolId }));
}
