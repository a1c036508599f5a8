import { instantText } from '@setpoint/core';
import { AppError, type Grant } from '@setpoint/contract';
import { type Granted, grantedTo } from '../../access/grants/granted-to.ts';
import { ALL_SITES } from '../../access/grants/put-grant.ts';
import { removeGrant } from '../../access/grants/remove-grant.ts';
import { removePoolGrant } from '../../access/grants/remove-pool-grant.ts';
import { noSuch } from '../../http/send/no-such.ts';
import { readEnd } from '../../http/read/read-end.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { mapSubject } from './map-subject.ts';
import { putAnyGrant } from './put-any-grant.ts';
import { unmapSubject } from './unmap-subject.ts';

/** What a client may touch, and which outside subjects act as it: for operators. */
export function accessRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  serve('putGrant', async ({ ids: { clientId }, body: { can, endsAt, ...named }, by }) => {
    const end = readEnd(endsAt, now());
    const granted = grantedTo(named);
    const outcome = await putAnyGrant(store, { clientId, granted, canSchedule: can === 'schedule', ...end, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'pool_missing') throw noSuch('pool');
    return { ...namesOf(granted), can, ...(end.endsAt === undefined ? {} : { endsAt: instantText(end.endsAt) }) };
  });

  serve('removeGrant', async ({ ids: { clientId }, query, by }) => {
    const granted = grantedTo(query);
    const outcome =
      granted.kind === 'pool'
        ? await store.write(removePoolGrant, { clientId, poolId: granted.poolId, by })
        : await store.write(removeGrant, { clientId, siteId: granted.siteId, by });
    if (outcome.kind === 'grant_missing') throw new AppError('not_found', 'this client has no such grant');
  });

  serve('mapSubject', async ({ ids: { clientId }, body, by }) => {
    const outcome = await store.write(mapSubject, { clientId, ...body, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (outcome.kind === 'subject_taken') {
      throw new AppError('conflict', `this subject acts as the client ${outcome.clientId}; unmap it there first`);
    }
    return body;
  });

  serve('unmapSubject', async ({ ids: { clientId }, query, by }) => {
    const outcome = await store.write(unmapSubject, { clientId, ...query, by });
    if (outcome.kind === 'not_mapped') throw new AppError('not_found', 'this client has no such mapping');
  });
}

function namesOf(granted: Granted): Pick<Grant, 'siteId' | 'poolId' | 'allSites'> {
  if (granted.kind === 'pool') return { poolId: granted.poolId };
  return granted.siteId === ALL_SITES ? { allSites: true } : { siteId: granted.siteId };
}
