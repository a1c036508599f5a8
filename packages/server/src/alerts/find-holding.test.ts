import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertCondition, ClientId, PoolId, SiteId } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/put-grant.ts';
import { noteShortage } from '../pools/note-shortage.ts';
import { addSite } from '../registry/add-site.ts';
import { numberedId } from '../testing/numbered-id.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../testing/open-test-store.ts';
import { findHolding } from './find-holding.ts';

const MINUTE_MS = 60_000;
const SITE = numberedId(11) as SiteId;

describe.each(STORE_KINDS)('for what a condition holds, on %s', (kind) => {
  let opened: TestStore;
  beforeEach(async () => {
    opened = await openTestStore(kind);
    const controllerKey = { keyId: numberedId(51), keyHash: 'key' };
    await opened.store.write(addSite, { siteId: SITE, siteName: 'Nord', timeZone: 'UTC', controllerKey, now: 0 });
  });
  afterEach(() => opened.close());

  // Reads of one turn share a snapshot, which what is written past the store does not end.
  async function query(text: string): Promise<void> {
    await opened.query(text);
    await nextTurn();
  }
  async function find(condition: AlertCondition, now: number, more: { certificateEndsAt?: number } = {}) {
    const rule = { condition, minutes: 10, siteId: '', poolId: '' };
    const holding = await opened.store.read(findHolding, { rule, now, offlineAfterMs: 90_000, ...more });
    return holding.map(({ subjectName }) => subjectName.replace(/ \(until .*/, ''));
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
      const holding = await opened.store.read(findHolding, { rule, now, offlineAfterMs: 90_000 });
      return holding.map(({ subjectId }) => subjectId);
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

  it('names a pool while it is told to be short of what it is asked for, not of what is booked', async () => {
    const poolId = numberedId(80) as PoolId;
    await query(`INSERT INTO pool (pool_id, pool_name, service, split, lead_seconds, endurance_minutes, created_at)
      VALUES ('${poolId}', 'North', 'afrr', 'proportional', 30, 15, 0)`);
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
