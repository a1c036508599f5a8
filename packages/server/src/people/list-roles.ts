import type { GivenRole, Role } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { fields } from '../store/fields.ts';
import { inForce, NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const onSites = statement<{ id: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select(fields('siteId', 'role', 'endsAt'))
    .where('client_id', '=', param('id'))
    .where(inForce(dialect, 'ends_at'))
    .orderBy('site_id'),
);

const onPools = statement<{ id: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select(fields('poolId', 'role', 'endsAt'))
    .where('client_id', '=', param('id'))
    .where(inForce(dialect, 'ends_at'))
    .orderBy('pool_id'),
);

/** The roles that a person or a group was given, for all sites first. */
export async function listRoles(tx: Tx, { id }: { readonly id: string }): Promise<GivenRole[]> {
  const sites = await tx.all(onSites, { id });
  const pools = await tx.all(onPools, { id });
  return [
    ...sites.flatMap(({ siteId, ...row }) => given(siteId === ALL_SITES ? { allSites: true } : { siteId }, row)),
    ...pools.flatMap(({ poolId, ...row }) => given({ poolId }, row)),
  ];
}

interface Row {
  readonly role: Role | null;
  readonly endsAt: number;
}

function given(where: Omit<GivenRole, 'role' | 'endsAt'>, { role, endsAt }: Row): GivenRole[] {
  return role === null ? [] : [{ ...where, role, ...(endsAt === NEVER ? {} : { endsAt: instantText(endsAt) }) }];
}
