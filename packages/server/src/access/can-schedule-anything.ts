import type { ClientId } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const anyGrant = statement<{ clientId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('can_schedule')
    .where('client_id', '=', param('clientId'))
    .where('can_schedule', '=', 1)
    .where(inForce(dialect, 'ends_at'))
    .limit(1),
);

const anyPoolGrant = statement<{ clientId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select('pool_id')
    .where('client_id', '=', param('clientId'))
    .where('can_schedule', '=', 1)
    .where(inForce(dialect, 'ends_at'))
    .limit(1),
);

/** Whether there is any site on which a client may set something. */
export async function canScheduleAnything(tx: Tx, { clientId }: { readonly clientId: ClientId }): Promise<boolean> {
  return (
    (await tx.first(anyGrant, { clientId })) !== undefined || (await tx.first(anyPoolGrant, { clientId })) !== undefined
  );
}
