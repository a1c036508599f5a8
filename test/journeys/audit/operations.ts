import type { ClientId, HoldId, PoolId, SiteId } from '@setpoint/contract';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import {
  ALL_SITES,
  grantedTo,
  putGrant,
  putPoolGrant,
  removeGrant,
  removePoolGrant,
} from '@setpoint/server/testing/rooms/access';
import { addAlert, changeAlert, removeAlert } from '@setpoint/server/testing/rooms/alerts';
import { makeHold, releaseHold } from '@setpoint/server/testing/rooms/holds';
import {
  addGroup,
  addPerson,
  changePerson,
  endPersonSessions,
  giveRole,
  removeHolder,
  revokeRole,
} from '@setpoint/server/testing/rooms/people';
import { putPool, putPoolMember, removePool, removePoolMember } from '@setpoint/server/testing/rooms/pools';
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
import { beginSession, endProviderSessions, renewSession } from '@setpoint/server/testing/rooms/sessions';
import type { AnyWrite, Store } from '@setpoint/server/testing/rooms/store';
import type { Deed } from '@setpoint/server/testing/rooms/trail';
import {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  removeWebhook,
  replayWebhook,
} from '@setpoint/server/testing/rooms/webhooks';

/** One of few, so that operations meet: 0 to 3. */
export interface Step {
  readonly what: number;
  readonly client: number;
  readonly site: number;
  readonly flag: boolean;
}

/** What is done at a step. */
type Operation = (store: Store, step: Step, now: number) => Promise<unknown>;

const BY: Deed = { actor: { kind: 'client', id: numberedId(999) }, address: '192.0.2.1', requestId: 'r1' };
const ISSUER = 'https://issuer.example.com';
const PROVIDER = 'company';
const NEVER = Number.MAX_SAFE_INTEGER;
const LONG_MS = 3_600_000;
const SECRET_GOOD_MS = 50;
const POSITION = { epoch: 1, tx: 0, n: 0, k: 0 };

/** Several of them change nothing, for what they are about is not there. */
export const OPERATIONS: readonly Operation[] = [
  // A second client of the same id is refused by the store.
  (store, step, now) => addOneClient(store, step, now).catch(() => undefined),
  operation(removeClient),
  operation(changeClient, ({ flag }) => ({ isEnabled: flag })),
  operation(addSecret, ({ client }, now) => ({ secretHash: `${client} ${now} more` })),
  operation(addSite, ({ site }, now) => ({
    siteName: `Site ${site}`,
    timeZone: 'UTC',
    controllerKey: { keyId: keyOf(now), keyHash: `${site} ${now}` },
  })),
  operation(changeSite, ({ flag }) => ({ notes: flag ? 'near the river' : '' })),
  operation(removeSite, ({ site }) => ({ siteName: `Site ${site}` })),
  operation(putGrant, ({ site, flag }) => ({ siteId: grantedSiteOf(site), canSchedule: flag })),
  operation(removeGrant, ({ site }) => ({ siteId: grantedSiteOf(site) })),
  operation(mapSubject, ({ site }) => ({ subject: `person ${site}` })),
  operation(unmapSubject, ({ site }) => ({ subject: `person ${site}` })),
  operation(addControllerKey, (_step, now) => ({ keyId: keyOf(now), keyHash: `${now}` })),
  operation(revokeControllerKey, (_step, now) => ({ keyId: keyOf(now - 1) })),
  operation(addPerson, ({ client, flag }) => named(client, flag)),
  operation(changePerson, ({ flag }) => ({ isEnabled: flag })),
  operation(removeHolder, ({ client, flag }) => holderOf(client, flag)),
  operation(addGroup, ({ client }) => ({ groupName: `group ${client}` })),
  operation(giveRole, (step) => ({
    ...heldBy(step),
    role: (step.client + step.site) % 2 === 0 ? 'viewer' : 'dispatcher',
  })),
  operation(revokeRole, heldBy),
  operation(endPersonSessions),
  operation(beginSession, (step, now) => ({
    ...claimsOf(step, now),
    sessionId: `${step.client} ${now}`,
    means: 'provider',
    provider: PROVIDER,
    providerSession: null,
    origin: { address: '192.0.2.2', agent: null },
    replacedHash: '',
    idleSince: now - LONG_MS,
    endsAt: now + LONG_MS,
  })),
  operation(renewSession, claimsOf),
  operation(endProviderSessions, ({ client }, now) => ({ provider: PROVIDER, subject: `person ${client}`, upTo: now })),
  operation(putPool, ({ flag }) => ({
    poolName: `Pool ${flag ? 'north' : 'south'}`,
    service: 'afrr',
    split: 'merit',
    enduranceMinutes: 15,
  })),
  operation(removePool),
  operation(putPoolMember, ({ flag }, now) => {
    const role = flag ? 'primary' : 'backup';
    return { membership: { from: now, to: NEVER, role, rank: 1, rampKwPerSecond: null } };
  }),
  operation(removePoolMember),
  operation(putPoolGrant, ({ site, flag }) => ({ poolId: poolOf(site), canSchedule: flag })),
  operation(removePoolGrant, ({ site }) => ({ poolId: poolOf(site) })),
  operation(makeHold, ({ client, site, flag }, now) => ({
    holdId: holdOf(now, 0),
    ...(flag ? { poolId: undefined } : { siteId: null, poolId: poolOf(site) }),
    asset: null,
    clientId: null,
    reason: 'a test',
    madeBy: clientOf(client),
    isOperators: true,
  })),
  operation(releaseHold, ({ flag }, now) => ({ holdId: holdOf(now, flag ? 1 : 0) })),
  operation(addWebhook, ({ flag }, now) => ({
    url: urlOf(flag),
    types: '',
    secret: `secret ${now}`,
    position: POSITION,
    mostWebhooks: 3,
  })),
  operation(changeWebhook, ({ flag }) => ({ url: urlOf(flag), types: flag ? 'site.online,site.offline' : '' })),
  operation(removeWebhook),
  operation(addWebhookSecret, (_step, now) => ({ secret: `more ${now}`, goodUntil: now + SECRET_GOOD_MS })),
  operation(replayWebhook, () => ({ position: POSITION })),
  operation(addAlert, (step, now) => ({
    alertName: 'Offline',
    condition: 'offline',
    minutes: 10,
    ...coveredBy(step),
    channel: 'email',
    target: 'ada@example.com',
    secret: '',
    createdAt: now,
  })),
  operation(changeAlert, (step) => ({
    change: { alertName: step.flag ? 'Away' : 'Gone', minutes: 5 + step.site, ...coveredBy(step) },
  })),
  operation(removeAlert),
  operation(changeControllerKey, ({ flag }, now) => ({
    keyId: keyOf(now - 1),
    thumbprints: flag ? ['thumbprint'] : [],
  })),
];

/** A write about the subjects that a step names; it takes of them what it is about. */
function operation(write: AnyWrite, more: (step: Step, now: number) => object = () => ({})): Operation {
  return (store, step, now) => {
    const { client, site } = step;
    const input = {
      clientId: clientOf(client),
      siteId: siteOf(site),
      personId: numberedId(client + 21),
      groupId: numberedId(client + 31),
      poolId: poolOf(client),
      webhookId: numberedId(client + 61),
      alertId: numberedId(client + 91),
      issuer: ISSUER,
      now,
      by: BY,
      ...more(step, now),
    };
    return store.write(write, input);
  };
}

function addOneClient(store: Store, { client }: Step, now: number): Promise<unknown> {
  const added = { clientId: clientOf(client), clientName: `Client ${client}`, scopes: ['sites:read'] as const };
  return store.write(addClient, { ...added, secretHash: `${client} ${now}`, now, by: BY });
}

function clientOf(number: number): ClientId {
  return numberedId(number + 1) as ClientId;
}

function siteOf(number: number): SiteId {
  return numberedId(number + 11) as SiteId;
}

/** One of two. */
function poolOf(number: number): PoolId {
  return numberedId((number % 2) + 41) as PoolId;
}

function keyOf(now: number): string {
  return numberedId(100 + now);
}

/** One hold in a while, so that some meet their release. */
function holdOf(now: number, earlier: number): HoldId {
  return numberedId(Math.ceil(now / 30) - earlier + 100_000) as HoldId;
}

function grantedSiteOf(number: number): SiteId | typeof ALL_SITES {
  return number === 0 ? ALL_SITES : siteOf(number);
}

function urlOf(flag: boolean): string {
  return flag ? 'https://one.example/hook' : 'https://two.example/hook';
}

function named(client: number, flag: boolean) {
  return { subject: `person ${client}`, personName: `${flag ? 'Ada' : 'Bea'} ${client}` };
}

function claimsOf({ client, site, flag }: Step, now: number) {
  // None, one, two or three of the groups.
  const groups = [0, 1, 2].slice(0, site).map((group) => `group ${group}`);
  return {
    claimed: { issuer: ISSUER, ...named(client, flag), email: null, isEmailVerified: false, groups },
    groupsEndAt: NEVER,
    sessionHash: `${client} ${now}`,
    ticketHash: `${client} ${now}`,
    ticketEndsAt: NEVER,
    sealed: '',
    askAgainAt: NEVER,
  };
}

function holderOf(client: number, flag: boolean) {
  return flag ? { kind: 'person', id: numberedId(client + 21) } : { kind: 'group', id: numberedId(client + 31) };
}

function heldBy({ client, site, flag }: Step) {
  const one = site === 3 ? grantedTo({ poolId: poolOf(site) }) : grantedTo({ siteId: siteOf(site) });
  return { holder: holderOf(client, flag), granted: site === 0 ? grantedTo({ allSites: true }) : one };
}

// All sites, one, or a pool.
function coveredBy({ site, flag }: Step) {
  if (site === 0) return { siteId: '', poolId: '' };
  return flag ? { siteId: siteOf(site), poolId: '' } : { siteId: '', poolId: poolOf(site) };
}
