import type { Role } from '@setpoint/contract';
import { grantedTo } from '@setpoint/server/testing/rooms/access';
import { beginSession, endProviderSessions, renewSession } from '@setpoint/server/testing/rooms/sessions';
import {
  addGroup,
  addPerson,
  changePerson,
  endPersonSessions,
  giveRole,
  type Holder,
  removeHolder,
  revokeRole,
} from '@setpoint/server/testing/rooms/people';
import type { Deed } from '@setpoint/server/testing/rooms/trail';
import { groupOf, type Operation, personOf, poolOf, siteOf, type Step } from './step.ts';

const ISSUER = 'https://issuer.example.com';
const PROVIDER = 'company';
const NEVER = Number.MAX_SAFE_INTEGER;
const LONG_MS = 3_600_000;

/** Persons and groups, what they may do, and how they sign in. */
export function peopleOperations(by: Deed): readonly Operation[] {
  return [
    (store, { client, flag }, now) =>
      store.write(addPerson, { personId: personOf(client), ...named(client, flag), now, by }),
    (store, { client, flag }, now) =>
      store.write(changePerson, { personId: personOf(client), isEnabled: flag, now, by }),
    (store, step) => store.write(removeHolder, { ...holderOf(step), by }),
    (store, { client }, now) =>
      store.write(addGroup, { groupId: groupOf(client), issuer: ISSUER, groupName: `group ${client}`, now, by }),
    (store, step) =>
      store.write(giveRole, { holder: holderOf(step), granted: grantedOf(step), role: roleOf(step), by }),
    (store, step) => store.write(revokeRole, { holder: holderOf(step), granted: grantedOf(step), by }),
    (store, { client }, now) => store.write(endPersonSessions, { personId: personOf(client), now, by }),
    (store, step, now) =>
      store.write(beginSession, {
        ...claimsOf(step, now),
        sessionId: `${step.client} ${now}`,
        means: 'provider',
        provider: PROVIDER,
        providerSession: null,
        origin: { address: '192.0.2.2', agent: null },
        replacedHash: '',
        idleSince: now - LONG_MS,
        endsAt: now + LONG_MS,
      }),
    (store, step, now) => store.write(renewSession, claimsOf(step, now)),
    (store, { client }, now) => {
      const ended = { provider: PROVIDER, issuer: ISSUER, subject: `person ${client}`, providerSession: undefined };
      return store.write(endProviderSessions, { ...ended, upTo: now, by });
    },
  ];
}

function named(client: number, flag: boolean) {
  return { issuer: ISSUER, subject: `person ${client}`, personName: `${flag ? 'Ada' : 'Bea'} ${client}` };
}

function claimsOf({ client, site, flag }: Step, now: number) {
  // None, one, two or three of the groups.
  const groups = [0, 1, 2].slice(0, site).map((group) => `group ${group}`);
  return {
    claimed: { ...named(client, flag), email: null, isEmailVerified: false, groups },
    personId: personOf(client),
    groupsEndAt: NEVER,
    sessionHash: `${client} ${now}`,
    ticketHash: `${client} ${now}`,
    ticketEndsAt: NEVER,
    sealed: '',
    askAgainAt: NEVER,
    now,
  };
}

function holderOf({ client, flag }: Step): Holder {
  return flag ? { kind: 'person', id: personOf(client) } : { kind: 'group', id: groupOf(client) };
}

function grantedOf({ site }: Step) {
  if (site === 0) return grantedTo({ allSites: true });
  return site === 3 ? grantedTo({ poolId: poolOf(site) }) : grantedTo({ siteId: siteOf(site) });
}

function roleOf({ client, site }: Step): Role {
  return (client + site) % 2 === 0 ? 'viewer' : 'dispatcher';
}
