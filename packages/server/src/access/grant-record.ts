import { instantTextOrNull } from '@setpoint/core';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';

interface SiteGrant {
  readonly clientId: string;
  /** Or `*`. */
  readonly siteId: string;
}

interface PoolGrant {
  readonly clientId: string;
  readonly poolId: string;
}

const siteGrant = statement<{ clientId: string; siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site_grant')
    .select(['can_schedule', 'role', 'ends_at'])
    .where('client_id', '=', param('clientId'))
    .where('site_id', '=', param('siteId')),
);

const poolGrant = statement<{ clientId: string; poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool_grant')
    .select(['can_schedule', 'role', 'ends_at'])
    .where('client_id', '=', param('clientId'))
    .where('pool_id', '=', param('poolId')),
);

const ofSite = {
  subject: ({ clientId, siteId }: SiteGrant): Subject => ({ kind: 'grant', id: `${clientId}/${siteId}` }),
  look: async (tx: Tx, { clientId, siteId }: SiteGrant): Promise<State | undefined> =>
    stateOf(await tx.first(siteGrant, { clientId, siteId })),
};

const ofPool = {
  subject: ({ clientId, poolId }: PoolGrant): Subject => ({ kind: 'grant', id: `${clientId}/pool/${poolId}` }),
  look: async (tx: Tx, { clientId, poolId }: PoolGrant): Promise<State | undefined> =>
    stateOf(await tx.first(poolGrant, { clientId, poolId })),
};

/** What the audit log says of a grant of a site, or of all, and of one of a pool. */
export const grantRecord = { ofSite, ofPool };

interface GrantRow {
  readonly can_schedule: number;
  readonly role: string | null;
  readonly ends_at: number;
}

function stateOf(row: GrantRow | undefined): State | undefined {
  if (row === undefined) return undefined;
  const endsAt = instantTextOrNull(row.ends_at === NEVER ? null : row.ends_at);
  if (row.role !== null) return { role: row.role, endsAt };
  return { can: row.can_schedule === 1 ? 'schedule' : 'read', endsAt };
}
