import type { Role } from '@setpoint/contract';
import { statement } from '../store/statement.ts';

type RoleParams = { id: string; at: string; canSchedule: number; role: string; endsAt: number };

const putOnSite = statement<RoleParams>()(({ db, param }) =>
  db
    .insertInto('site_grant')
    .values({
      client_id: param('id'),
      site_id: param('at'),
      can_schedule: param('canSchedule'),
      role: param('role') as Role,
      ends_at: param('endsAt'),
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'site_id']).doUpdateSet((eb) => ({
        can_schedule: eb.ref('excluded.can_schedule'),
        role: eb.ref('excluded.role'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    ),
);

const putOnPool = statement<RoleParams>()(({ db, param }) =>
  db
    .insertInto('pool_grant')
    .values({
      client_id: param('id'),
      pool_id: param('at'),
      can_schedule: param('canSchedule'),
      role: param('role') as Role,
      ends_at: param('endsAt'),
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'pool_id']).doUpdateSet((eb) => ({
        can_schedule: eb.ref('excluded.can_schedule'),
        role: eb.ref('excluded.role'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    ),
);

const removeOnSite = statement<{ id: string; at: string }>()(({ db, param }) =>
  db.deleteFrom('site_grant').where('client_id', '=', param('id')).where('site_id', '=', param('at')),
);

const removeOnPool = statement<{ id: string; at: string }>()(({ db, param }) =>
  db.deleteFrom('pool_grant').where('client_id', '=', param('id')).where('pool_id', '=', param('at')),
);

const removeOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.deleteFrom('site_grant').where('site_id', '=', param('siteId')),
);

const removeOfPool = statement<{ poolId: string }>()(({ db, param }) =>
  db.deleteFrom('pool_grant').where('pool_id', '=', param('poolId')),
);

/** What is written of grants and roles on sites and pools beside what a client is granted. */
export const grantRows = { putOnSite, putOnPool, removeOnSite, removeOnPool, removeOfSite, removeOfPool } as const;
