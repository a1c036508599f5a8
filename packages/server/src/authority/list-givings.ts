import type { ClientId, PoolId, Role, SiteId } from '@setpoint/contract';
import { grantRecord } from '../access/grants/grant-record.ts';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { isMembershipNow } from '../access/pools/is-membership-now.ts';
import { fields } from '../store/fields.ts';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { keyOf } from '../trail/append-record.ts';

/** A grant or a role with which its holder can set something on a site: what the checks of access look for. */
export interface Giving {
  /** A client, a person or a group. */
  readonly holderId: ClientId;
  readonly through: 'site' | 'pool' | 'all_sites';
  readonly poolId: PoolId | undefined;
  readonly role: Role | null;
  readonly endsAt: number;
  /** What records of it in the audit log are about. */
  readonly subject: string;
}

const onSites = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select(fields('clientId', 'siteId', 'role', 'endsAt'))
    .where((eb) => eb.or([eb('site_id', '=', param('siteId')), eb('site_id', '=', ALL_SITES)]))
    .where('can_schedule', '=', 1)
    .where(inForce(dialect, 'ends_at'))
    .orderBy('site_id', 'desc'),
);

const onPools = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .innerJoin('pool_member', 'pool_member.pool_id', 'pool_grant.pool_id')
    .select(fields('clientId', 'pool_grant.poolId', 'pool_grant.role', 'endsAt'))
    .where('pool_member.site_id', '=', param('siteId'))
    .where('can_schedule', '=', 1)
    .where(inForce(dialect, 'pool_grant.ends_at'))
    .where(isMembershipNow(dialect))
    .orderBy('pool_grant.pool_id'),
);

/** All that lets anybody set something on a site: given for it, for a pool that it is a member of now, or for all. */
export async function listGivings(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<Giving[]> {
  const sites = await tx.all(onSites, { siteId });
  const pools = await tx.all(onPools, { siteId });
  return [
    ...sites.map((row) => ({
      ...holderOf(row),
      through: row.siteId === ALL_SITES ? ('all_sites' as const) : ('site' as const),
      poolId: undefined,
      subject: keyOf(grantRecord.ofSite.subject(row)),
    })),
    ...pools.map((row) => ({
      ...holderOf(row),
      through: 'pool' as const,
      poolId: row.poolId as PoolId,
      subject: keyOf(grantRecord.ofPool.subject(row)),
    })),
  ];
}

interface Row {
  readonly clientId: string;
  readonly role: Role | null;
  readonly endsAt: number;
}

function holderOf({ clientId, role, endsAt }: Row): Pick<Giving, 'holderId' | 'role' | 'endsAt'> {
  return { holderId: clientId as ClientId, role, endsAt };
}
