import { instantTextOrNull } from '@setpoint/core';
import { type Fields, readBy } from '../../store/fields.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';

interface SiteGrant {
  readonly clientId: string;
  /** Or `*`. */
  readonly siteId: string;
}

interface PoolGrant {
  readonly clientId: string;
  readonly poolId: string;
}

const siteGrant = readBy('site_grant', ['clientId', 'siteId'], ['canSchedule', 'role', 'endsAt']);

const poolGrant = readBy('pool_grant', ['clientId', 'poolId'], ['canSchedule', 'role', 'endsAt']);

const ofSite = {
  subject: ({ clientId, siteId }: SiteGrant): Subject => ({ kind: 'grant', id: `${clientId}/${siteId}` }),
  read: async (tx: Tx, { clientId, siteId }: SiteGrant): Promise<State | undefined> =>
    stateOf(await tx.first(siteGrant, { clientId, siteId })),
};

const ofPool = {
  subject: ({ clientId, poolId }: PoolGrant): Subject => ({ kind: 'grant', id: `${clientId}/pool/${poolId}` }),
  read: async (tx: Tx, { clientId, poolId }: PoolGrant): Promise<State | undefined> =>
    stateOf(await tx.first(poolGrant, { clientId, poolId })),
};

/** What the audit log says of a grant of a site, or of all, and of one of a pool. */
export const grantRecord = { ofSite, ofPool };

function stateOf(grant: Pick<Fields<'site_grant'>, 'canSchedule' | 'role' | 'endsAt'> | undefined): State | undefined {
  if (grant === undefined) return undefined;
  const { canSchedule, role } = grant;
  const endsAt = instantTextOrNull(grant.endsAt === NEVER ? null : grant.endsAt);
  if (role !== null) return { role, endsAt };
  return { can: canSchedule === 1 ? 'schedule' : 'read', endsAt };
}
