import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertCondition, ClientId, PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALL_SITES, putGrant } from '../../access/grants/put-grant.ts';
import { putPoolGrant } from '../../access/grants/put-pool-grant.ts';
import { addGroup } from '../../people/add-group.ts';
import type { Granted } from '../../access/grants/granted-to.ts';
import { giveRole } from '../../people/give-role.ts';
import { noteShortage } from '../../pools/shortages/note-shortage.ts';
import { putPoolMember } from '../../pools/members/put-pool-member.ts';
import { putPool } from '../../pools/put-pool.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { addSecret } from '../../registry/clients/add-secret.ts';
import { newSite } from '../../../testing/new-site.ts';
import { openSiteStory, TEN } from '../../../testing/open-site-story.ts';
import { numberedId } from '../../../testing/numbered-id.ts';
import { STORE_KINDS, storeOfEachTest, storeOfTests } from '../../../testing/open-test-store.ts';
import { firingSubjects } from './firing-subjects.ts';

const MINUTE_MS = 60_000;
const SITE = numberedId(11) as SiteId;

describe.each(STORE_KINDS)('what a rule fires for, on %s', (kind) => {
  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    await newSite(opened.store, 0, { siteId: SITE, siteName: 'Nord' });
  });

  // Reads of one turn share a snapshot, which what is written past the store does not end.
  async function query(text: string): Promise<void> {
    await opened.query(text);
    await nextTurn();
  }
  async function find(condition: AlertCondition, now: number, more: { certificateEndsAt?: number } = {}) {
    const rule = { condition, minutes: 10, siteId: '', poolId: '' };
    const firing = await opened.store.read(firingSubjects, { rule, now, offlineAfterMs: 90_000, ...more });
    return firing.map(({ subjectName }) => subjectName.replace(/ \(until .*/, ''));
  }

  it('names keys that end soon, and not those that have ended', async () => {
    const now = Date.now();
    expect(await find('credential_ending', now)).toEqual([]);
    await query(`UPDATE controller_key SET ends_at = ${now + 5 * MINUTE_MS}`);
    expect(await find('credential_ending', now)).toEqual(['the controller key of Nord']);
    await query(`UPDATE controller_key SET ends_at = 1`);
    expect(await find('credential_ending', now)).toEqual([]);
  });

  it('names grants that end soon, each end by itself', async () => {
    const now = Date.now();
    const clientId = numberedId(70) as ClientId;
    await query(`INSERT INTO client (client_id, client_name, is_enabled, scopes, created_at)
      VALUES ('${clientId}', 'Trader', 1, 'sites:read', 0)`);
    const grant = (minutes: number, siteId: SiteId | '*' = SITE) =>
      opened.store.write(putGrant, { clientId, siteId, canSchedule: false, endsAt: now + minutes * MINUTE_MS });
    const subjects = async () => {
      const rule = { condition: 'credential_ending', minutes: 10, siteId: '', poolId: '' } as const;
      const firing = await opened.store.read(firingSubjects, { rule, now, offlineAfterMs: 90_000 });
      return firing.map(({ subjectId }) => subjectId);
    };
    await grant(5);
    await grant(9, '*');
    expect((await find('credential_ending', now)).toSorted()).toEqual([
      'the grant of Trader on Nord',
      'the grant of Trader on all sites',
    ]);
    const before = await subjects();
    await grant(6);
    const after = await subjects();
    expect([after.length, before.filter((one) => after.includes(one)).length]).toEqual([2, 1]);
    await grant(11);
    expect(await find('credential_ending', now)).toEqual(['the grant of Trader on all sites']);
  });

  it('names the certificate of the service before its end, and after it', async () => {
    const certificateEndsAt = 60 * MINUTE_MS;
    const at = (minutes: number) => find('credential_ending', minutes * MINUTE_MS, { certificateEndsAt });
    expect(await at(49)).toEqual([]);
    expect(await at(50)).toEqual(['the TLS certificate of the service']);
    expect(await at(70)).toEqual(['the TLS certificate of the service']);
  });

  it('names nobody as behind of whom nobody can say since when', async () => {
    // A version without a batch, as a hold makes it.
    await query(`UPDATE site SET version = 3 WHERE site_id = '${SITE}'`);
    expect(await find('behind', 30 * MINUTE_MS)).toEqual([]);
  });

  it('names a pool while it is short of what it is asked for, not of what is booked', async () => {
    const poolId = numberedId(80) as PoolId;
    await query(`INSERT INTO pool (pool_id, pool_name, service, split, endurance_minutes, created_at)
      VALUES ('${poolId}', 'North', 'afrr', 'proportional', 15, 0)`);
    const missing = { wantedWatts: 9_000, missingWatts: 1_000, binds: [] };
    const note = (shortOf: 'asked' | 'booked', minutes: number, what: typeof missing | null) => {
      const at = minutes * MINUTE_MS;
      return opened.store.write(noteShortage, { poolId, shortOf, direction: 'import', at, now: at, missing: what });
    };
    const at = (minutes: number) => find('pool_short', minutes * MINUTE_MS);
    await note('booked', 1, missing);
    expect(await at(30)).toEqual([]);
    await note('asked', 9, missing);
    expect(await at(18.9)).toEqual([]);
    expect(await at(19)).toEqual(['the pool North']);
    await note('asked', 21, null);
    expect(await at(21)).toEqual([]);
    await note('asked', 30, missing);
    expect(await at(39.9)).toEqual([]);
    expect(await at(40)).toEqual(['the pool North']);
  });
});

describe.each(STORE_KINDS)('what a rule names, on %s', async (kind) => {
  const now = Date.now();
  const soon = now + 5 * MINUTE_MS;
  const [one, two] = [numberedId(1) as SiteId, numberedId(2) as SiteId];
  const [north, south] = [numberedId(3) as PoolId, numberedId(4) as PoolId];
  const [trader, desk] = [numberedId(5) as ClientId, numberedId(6) as ClientId];
  const { store } = await storeOfTests(kind);
  for (const [siteId, siteName] of [[one, 'One'] as const, [two, 'Two'] as const]) {
    await newSite(store, 0, { siteId, siteName });
    await store.write(addControllerKey, { siteId, keyId: siteName, keyHash: siteName, now, endsAt: soon });
  }
  const settings = { service: 'afrr', split: 'proportional', enduranceMinutes: 15, now: 0 } as const;
  await store.write(putPool, { ...settings, poolId: north, poolName: 'North' });
  await store.write(putPool, { ...settings, poolId: south, poolName: 'South' });
  await store.write(addClient, { clientId: trader, clientName: 'Trader', scopes: [], secretHash: 'first', now: 0 });
  await store.write(addGroup, { groupId: desk, issuer: 'https://idp.example.com', groupName: 'Desk', now: 0 });

  async function named(condition: AlertCondition, of: { siteId?: SiteId; poolId?: PoolId } = {}, at = now) {
    const rule = { condition, minutes: 10, siteId: '', poolId: '', ...of };
    const firing = await store.read(firingSubjects, { rule, now: at, offlineAfterMs: 90_000 });
    return firing.map(({ subjectName }) => subjectName.replace(/ \(until .*/, '')).toSorted();
  }

  it('is one site, all, or those that are members of a pool at the time', async () => {
    const member = (from: number, to: number): Membership => ({
      from: now + from * MINUTE_MS,
      to: now + to * MINUTE_MS,
      role: 'primary',
      rank: 0,
      rampKwPerSecond: null,
    });
    const join = (siteId: SiteId, membership: Membership, at = now) =>
      store.write(putPoolMember, { poolId: north, siteId, membership, now: at });
    await join(one, member(0, 60));
    await join(two, member(60, 120));
    expect(await named('offline')).toEqual(['One', 'Two']);
    expect(await named('offline', { siteId: two })).toEqual(['Two']);
    expect(await named('offline', { poolId: south })).toEqual([]);
    const ofNorth = (minute: number) => named('offline', { poolId: north }, now + minute * MINUTE_MS);
    expect(await ofNorth(59)).toEqual(['One']);
    expect(await ofNorth(60)).toEqual(['Two']);
    expect(await ofNorth(120)).toEqual([]);
    // What was planned once no longer counts.
    await join(two, member(90, 120), now + MINUTE_MS);
    expect(await ofNorth(60)).toEqual([]);
  });

  it('is a secret of a client, a role and a grant on a pool that end soon', async () => {
    const holder = { kind: 'group', id: desk } as const;
    await store.write(addSecret, { clientId: trader, secretHash: 'second', now, endsAt: soon });
    await store.write(putGrant, { clientId: trader, siteId: two, canSchedule: false, endsAt: soon });
    await store.write(putPoolGrant, { clientId: trader, poolId: south, canSchedule: true, endsAt: soon });
    const give = (granted: Granted, role: 'operator' | 'dispatcher') =>
      store.write(giveRole, { holder, granted, role, endsAt: soon });
    await give({ kind: 'sites', siteId: ALL_SITES }, 'operator');
    await give({ kind: 'pool', poolId: north }, 'dispatcher');
    const ofSites = ['the controller key of One', 'the controller key of Two', 'the grant of Trader on Two'];
    expect(await named('credential_ending')).toEqual([
      'a secret of Trader',
      ...ofSites.slice(0, 2),
      'the grant of Trader on South',
      ofSites[2],
      'the role dispatcher of Desk on North',
      'the role operator of Desk on all sites',
    ]);
    expect(await named('credential_ending', { siteId: two })).toEqual(ofSites.slice(1));
    expect(await named('credential_ending', { poolId: south })).toEqual(['the grant of Trader on South']);
    expect(await named('credential_ending', { poolId: north })).toEqual([
      ofSites[0],
      'the role dispatcher of Desk on North',
    ]);
    expect(await named('credential_ending', {}, now - 6 * MINUTE_MS)).toEqual([]);
    // Another one without an end does not take it back: who still uses it has to hear of it.
    await store.write(addSecret, { clientId: trader, secretHash: 'third', now });
    expect(await named('credential_ending')).toContain('a secret of Trader');
  });
});

describe.each(STORE_KINDS)('a site is behind, on %s', (kind) => {
  it('since the first batch that it does not have, until it has all', async () => {
    const story = await openSiteStory(kind);
    const behindAt = async (minute: number, condition: AlertCondition = 'behind', minutes = 10) => {
      const rule = { condition, minutes, siteId: '', poolId: '' };
      const now = TEN + minute * MINUTE_MS;
      const firing = await story.store.read(firingSubjects, { rule, now, offlineAfterMs: 90_000 });
      return firing.map(({ since }) => (since - TEN) / MINUTE_MS);
    };
    const at = (minute: number) => void (story.clock.now = TEN + minute * MINUTE_MS);
    expect(await behindAt(30)).toEqual([]);
    at(1);
    await story.set([60, 70]);
    at(5);
    await story.set([60, 80]);
    expect(await behindAt(10.9)).toEqual([]);
    expect(await behindAt(11)).toEqual([1]);
    at(12);
    await story.report();
    expect(await behindAt(30)).toEqual([]);
    at(14);
    await story.set([60, 90]);
    expect(await behindAt(24)).toEqual([14]);
    at(20);
    await story.report();
    at(20.5);
    await story.set([60, 95]);
    // However short a rule is, 30 s behind are no problem, and 90 s without a report are not offline.
    expect([await behindAt(20.9, 'behind', 0), await behindAt(21.1, 'behind', 0)]).toEqual([[], [20.5]]);
    expect([await behindAt(21.4, 'offline', 0), await behindAt(21.6, 'offline', 0)]).toEqual([[], [20]]);
  });
});
