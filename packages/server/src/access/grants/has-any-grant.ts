import type { ClientId } from '@setpoint/contract';
import { withGroups } from '../grantees.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

export interface AnyGrantInput {
  readonly clientId: ClientId;
  readonly can: 'read' | 'schedule';
}

const anyGrant = statement<{ clientId: string; least: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('can_schedule')
    .where(withGroups(dialect, param('clientId'))('client_id'))
    .where('can_schedule', '>=', param('least'))
    .where(inForce(dialect, 'ends_at'))
    .limit(1),
);

const anyPoolGrant = statement<{ clientId: string; least: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select('can_schedule')
    .where(withGroups(dialect, param('clientId'))('client_id'))
    .where('can_schedule', '>=', param('least'))
    .where(inForce(dialect, 'ends_at'))
    .limit(1),
);

/** Whether a client has a grant of any site or pool: to see it, or to set something there. */
export async function hasAnyGrant(tx: Tx, { clientId, can }: AnyGrantInput): Promise<boolean> {
  const wanted = { clientId, least: can === 'schedule' ? 1 : 0 };
  return (await tx.first(anyGrant, wanted)) !== undefined || (await tx.first(anyPoolGrant, wanted)) !== undefined;
}
