import type { Scope, SiteId } from '@setpoint/contract';
import { ALL_SITES, putGrant, removeGrant } from '@setpoint/server/testing/rooms/access';
import {
  addClient,
  addControllerKey,
  addSecret,
  addSite,
  changeClient,
  changeControllerKey,
  changeSite,
  mapSubject,
  removeClient,
  removeSite,
  revokeControllerKey,
  unmapSubject,
} from '@setpoint/server/testing/rooms/registry';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import type { Deed } from '@setpoint/server/testing/rooms/trail';
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
  (store, { site, flag }, now) =>
    store.write(changeControllerKey, {
      siteId: siteOf(site),
      keyId: numberedId(KEYS + now - 1),
      thumbprints: flag ? ['thumbprint'] : [],
      by: BY,
    }),
];

function grantedOf(number: number): SiteId | typeof ALL_SITES {
  return number === 0 ? ALL_SITES : siteOf(number);
}
