import type { Scope, SiteId } from '@setpoint/contract';
import { ALL_SITES, putGrant } from '../../packages/server/src/access/put-grant.ts';
import { removeGrant } from '../../packages/server/src/access/remove-grant.ts';
import { addClient } from '../../packages/server/src/registry/add-client.ts';
import { addControllerKey } from '../../packages/server/src/registry/add-controller-key.ts';
import { addSecret } from '../../packages/server/src/registry/add-secret.ts';
import { addSite } from '../../packages/server/src/registry/add-site.ts';
import { changeClient } from '../../packages/server/src/registry/change-client.ts';
import { changeSite } from '../../packages/server/src/registry/change-site.ts';
import { mapSubject } from '../../packages/server/src/registry/map-subject.ts';
import { removeClient } from '../../packages/server/src/registry/remove-client.ts';
import { removeSite } from '../../packages/server/src/registry/remove-site.ts';
import { revokeControllerKey } from '../../packages/server/src/registry/revoke-controller-key.ts';
import { unmapSubject } from '../../packages/server/src/registry/unmap-subject.ts';
import { numberedId } from '../../packages/server/src/testing/numbered-id.ts';
import type { Deed } from '../../packages/server/src/trail/deed.ts';
import { clientOf, type Operation, siteOf } from './step.ts';
import { noticeOperations } from './notice-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { poolOperations } from './pool-operations.ts';

const ISSUER = 'https://issuer.example.com';
const BY: Deed = { actor: { kind: 'client', id: numberedId(999) }, address: '192.0.2.1', requestId: 'r1' };
const SCOPES: readonly Scope[] = ['sites:read'];
const KEYS = 100;

/** Several of them change nothing, for what they are about is not there. */
export const OPERATIONS: readonly Operation[] = [
  async (store, { client }, now) => {
    const clientId = clientOf(client);
    // A second client of the same id is refused by the store.
    const added = { clientId, clientName: `Client ${client}`, scopes: SCOPES, secretHash: `${client} ${now}` };
    await store.write(addClient, { ...added, now, by: BY }).catch(() => undefined);
  },
  (store, { client }) => store.write(removeClient, { clientId: clientOf(client), by: BY }),
  (store, { client, flag }, now) =>
    store.write(changeClient, { clientId: clientOf(client), isEnabled: flag, now, by: BY }),
  (store, { client }, now) =>
    store.write(addSecret, { clientId: clientOf(client), secretHash: `${client} ${now} more`, now, by: BY }),
  (store, { site }, now) => {
    const controllerKey = { keyId: numberedId(KEYS + now), keyHash: `${site} ${now}` };
    return store.write(addSite, {
      siteId: siteOf(site),
      siteName: `Site ${site}`,
      timeZone: 'UTC',
      controllerKey,
      now,
      by: BY,
    });
  },
  (store, { site, flag }, now) =>
    store.write(changeSite, { siteId: siteOf(site), notes: flag ? 'near the river' : '', now, by: BY }),
  (store, { site }, now) => store.write(removeSite, { siteId: siteOf(site), siteName: `Site ${site}`, now, by: BY }),
  (store, { client, site, flag }) =>
    store.write(putGrant, { clientId: clientOf(client), siteId: grantedOf(site), canSchedule: flag, by: BY }),
  (store, { client, site }) =>
    store.write(removeGrant, { clientId: clientOf(client), siteId: grantedOf(site), by: BY }),
  (store, { client, site }) =>
    store.write(mapSubject, { clientId: clientOf(client), issuer: ISSUER, subject: `person ${site}`, by: BY }),
  (store, { client, site }) =>
    store.write(unmapSubject, { clientId: clientOf(client), issuer: ISSUER, subject: `person ${site}`, by: BY }),
  (store, { site }, now) =>
    store.write(addControllerKey, {
      siteId: siteOf(site),
      keyId: numberedId(KEYS + now),
      keyHash: `${now}`,
      now,
      by: BY,
    }),
  (store, { site }, now) =>
    store.write(revokeControllerKey, { siteId: siteOf(site), keyId: numberedId(KEYS + now - 1), by: BY }),
  ...peopleOperations(BY),
  ...poolOperations(BY),
  ...noticeOperations(BY),
];

function grantedOf(number: number): SiteId | typeof ALL_SITES {
  return number === 0 ? ALL_SITES : siteOf(number);
}
