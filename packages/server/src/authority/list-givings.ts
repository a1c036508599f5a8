import type { Role, Scope } from '@setpoint/contract';
import { type RawBuilder, sql } from 'kysely';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { isMembershipNow } from '../access/pools/is-membership-now.ts';
import { fields } from '../store/fields.ts';
import { inForce, NEVER } from '../store/in-force.ts';
import type { DialectName } from '../store/dialect-name.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** With what somebody who is let in can command a site: what the checks of access look for. */
export interface Giving {
  readonly kind: 'client' | 'person';
  readonly callerId: string;
  readonly callerName: string;
  readonly createdAt: number;
  /** The caller itself, or its group. */
  readonly holderId: string;
  readonly through: 'site' | 'pool' | 'all_sites' | 'scope';
  readonly siteId: string | null;
  readonly poolId: string | null;
  readonly role: Role | null;
  readonly endsAt: number;
  readonly groupName: string | null;
  readonly claimEndsAt: number | null;
}

const SETTING_SCOPE = 'schedules:write' satisfies Scope;
const OPERATING_SCOPE = 'fleet:admin' satisfies Scope;

const none = sql<string | null>`CAST(NULL AS TEXT)`;

/** As `withGroups` and `refuseBeyondReach` let callers set and hold. */
const givingsOn = statement<{ siteId: string }>()(({ db, dialect, param }) => {
  const onSites = db
    .selectFrom('site_grant')
    .select(['client_id', sql<string | null>`site_id`.as('site_id'), none.as('pool_id'), 'role', 'ends_at'])
    .where((eb) => eb.or([eb('site_id', '=', param('siteId')), eb('site_id', '=', ALL_SITES)]))
    .where('can_schedule', '=', 1);
  const onPools = db
    .selectFrom('pool_grant')
    .innerJoin('pool_member', 'pool_member.pool_id', 'pool_grant.pool_id')
    .select(['client_id', none.as('site_id'), sql<string | null>`pool_grant.pool_id`.as('pool_id')])
    .select(['pool_grant.role', 'pool_grant.ends_at'])
    .where('pool_member.site_id', '=', param('siteId'))
    .where('can_schedule', '=', 1)
    .where(isMembershipNow(dialect));
  const byScope = db
    .selectFrom('client')
    .select(['client_id', none.as('site_id'), none.as('pool_id')])
    .select([sql<Role | null>`CAST(NULL AS TEXT)`.as('role'), sql<number>`${sql.lit(NEVER)}`.as('ends_at')])
    .where('scopes', 'like', `%${OPERATING_SCOPE}%`);
  const claims = db.selectFrom('claimed_group').selectAll().where(inForce(dialect, 'claimed_group.ends_at'));
  return db
    .selectFrom(onSites.unionAll(onPools).unionAll(byScope).as('giving'))
    .leftJoin('known_group', 'known_group.group_id', 'giving.client_id')
    .leftJoin(claims.as('claim'), (join) =>
      join.onRef('claim.issuer', '=', 'known_group.issuer').onRef('claim.group_name', '=', 'known_group.group_name'),
    )
    .innerJoin('client', (join) =>
      join.on(sql<boolean>`client.client_id = COALESCE(claim.person_id, giving.client_id)`),
    )
    .select(fields('kind', 'clientName', 'createdAt', 'giving.siteId', 'giving.poolId', 'role', 'giving.endsAt'))
    .select(['client.client_id as callerId', 'giving.client_id as holderId'])
    .select(['known_group.group_name as groupName', 'claim.ends_at as claimEndsAt'])
    .where('is_enabled', '=', 1)
    .where(inForce(dialect, 'giving.ends_at'))
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'person'),
        eb.and([eb('kind', '=', 'client'), eb('scopes', 'like', `%${SETTING_SCOPE}%`), canSignIn(dialect)]),
      ]),
    )
    .orderBy('client_name')
    .orderBy('client.client_id')
    .orderBy('giving.site_id')
    .orderBy('giving.pool_id');
});

// Tokens end with the secret that they were made with, and sessions with theirs.
function canSignIn(dialect: DialectName): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
      SELECT 1 FROM client_secret
      WHERE client_secret.client_id = client.client_id AND ${inForce(dialect, 'client_secret.ends_at')})
    OR EXISTS (SELECT 1 FROM client_subject WHERE client_subject.client_id = client.client_id))`;
}

/** All with which anybody who is let in can command a site. */
export async function listGivings(tx: Tx, { siteId }: { readonly siteId: string }): Promise<Giving[]> {
  const rows = await tx.all(givingsOn, { siteId });
  return rows.map(({ kind, clientName, ...row }) => ({
    ...row,
    kind: kind === 'person' ? kind : 'client',
    callerName: clientName,
    through: throughOf(row),
  }));
}

function throughOf({ siteId, poolId }: Pick<Giving, 'siteId' | 'poolId'>): Giving['through'] {
  if (poolId !== null) return 'pool';
  if (siteId === null) return 'scope';
  return siteId === ALL_SITES ? 'all_sites' : 'site';
}
