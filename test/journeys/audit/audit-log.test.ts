import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '@setpoint/cli/testing/rooms/audit';
import { forgetRecords } from '@setpoint/server/testing/rooms/audit';
import { sealAuditLog } from '@setpoint/server/testing/seal-audit-log';
import type { Store } from '@setpoint/server/testing/rooms/store';
import { chainHash } from '@setpoint/server/testing/rooms/trail';
import { openTestStore, STORE_KINDS, type TestStore } from '@setpoint/server/testing/open-test-store';
import { readRecords } from '@setpoint/server/testing/read-records';
import { registryState } from './registry-state.ts';
import { OPERATIONS, type Step } from './operations.ts';

import { replayRecords } from './replay-records.ts';

const DAY_MS = 86_400_000;
const NEVER = Number.MAX_SAFE_INTEGER;
const few = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.integer({ min: 0, max: OPERATIONS.length - 1 }),
  client: few,
  site: few,
  flag: fc.boolean(),
});

const [ADD_PERSON, GIVE_ROLE] = [13, 17];
const [PUT_POOL, REMOVE_POOL, PUT_MEMBER, PUT_POOL_GRANT] = [23, 24, 25, 27];
const done = (what: number, client: number, site = 1): Step => ({ what, client, site, flag: true });

/** What is there of what is not there. */
async function left(query: TestStore['query']): Promise<unknown[]> {
  const here = 'SELECT site_id FROM site';
  const open = 'SELECT pool_id FROM pool WHERE removed_at IS NULL';
  return [
    ...(await query(`SELECT client_id, site_id FROM site_grant WHERE site_id <> '*' AND site_id NOT IN (${here})`)),
    ...(await query(`SELECT client_id, pool_id FROM pool_grant WHERE pool_id NOT IN (${open})`)),
    ...(await query(
      `SELECT pool_id, site_id FROM pool_member WHERE valid_to = ${NEVER} AND known_to = ${NEVER} AND (site_id NOT IN (${here}) OR pool_id NOT IN (${open}))`,
    )),
  ];
}

describe.each(STORE_KINDS)('the audit log, on %s', (kind) => {
  let opened: TestStore;
  let stores: Store[];
  let clock = 0;

  beforeEach(async () => {
    opened = await openTestStore(kind);
    // Two nodes where there can be two.
    stores = kind === 'SQLite' ? [opened.store] : [opened.store, await opened.reopen()];
  });
  afterEach(async () => {
    await Promise.all(stores.slice(1).map((store) => store.close()));
    await opened.close();
  });

  async function take(steps: readonly Step[]): Promise<void> {
    const taken = steps.map(async (one, index) => {
      clock += 1;
      const store = stores[index % stores.length] ?? opened.store;
      await OPERATIONS[one.what]?.(store, one, clock).catch(() => undefined);
    });
    await Promise.all(taken);
  }

  it('leads to what the registry is, whatever is done at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        await take(steps);
        const { records, end } = await readRecords(opened.store);
        expect(replayRecords(records)).toEqual(await registryState(opened.query));
        expect(await left(opened.query)).toEqual([]);
        expect(await verifyAuditLog(records, { end })).toMatchObject({ kind: 'intact', records: records.length });
      }),
      { numRuns: kind === 'SQLite' ? 20 : 8 },
    );
  });

  it('of a site and a pool that is removed leaves no grant, role or membership, whatever is given meanwhile', async () => {
    await take([done(0, 1), done(ADD_PERSON, 1)]);
    for (let round = 0; round < 8; round += 1) {
      await take([done(4, 1), done(PUT_POOL, 1)]);
      await take([done(GIVE_ROLE, 1), done(6, 1), done(7, 1), done(PUT_MEMBER, 1), done(PUT_MEMBER, 1)]);
      await take([
        done(4, 1),
        done(GIVE_ROLE, 1, 3),
        done(REMOVE_POOL, 1),
        done(PUT_POOL_GRANT, 1),
        done(PUT_POOL_GRANT, 1),
      ]);
      expect(await left(opened.query)).toEqual([]);
      const { records } = await readRecords(opened.store);
      expect(replayRecords(records)).toEqual(await registryState(opened.query));
    }
  });

  it('misses no change that is undone at the same moment', async () => {
    // A grant of all sites: no site makes its writes wait.
    const flip = (flag: boolean): Step => ({ what: 7, client: 1, site: 0, flag });
    for (const what of [0, 4]) await take([{ what, client: 1, site: 1, flag: true }]);
    for (let round = 0; round < 15; round += 1) {
      await take([flip(true), flip(false), flip(true), flip(false), flip(false), flip(true)]);
      const { records } = await readRecords(opened.store);
      expect(replayRecords(records)).toEqual(await registryState(opened.query));
    }
  });

  it('lets nothing be done that it cannot record', async () => {
    await take([done(0, 1), done(4, 1), done(ADD_PERSON, 1), done(PUT_POOL, 1)]);
    const before = await registryState(opened.query);
    await opened.query('DELETE FROM audit_head');
    for (const what of OPERATIONS.keys()) await take([done(what, 1), done(what, 2, 2)]);
    expect(await registryState(opened.query)).toEqual(before);
  });

  it('is sealed once a day if anything was written', async () => {
    const seal = (now: number) => sealAuditLog(opened.store, now);
    await seal(Date.now());
    const { records } = await readRecords(opened.store);
    const sealed = records.at(-1);
    expect([sealed?.action, sealed?.after?.['sequence']]).toEqual(['audit.sealed', records.length - 1]);
    await seal(Date.now() + 2 * DAY_MS);
    expect((await readRecords(opened.store)).records).toHaveLength(records.length);
    await take([{ what: 0, client: 0, site: 0, flag: true }]);
    await seal(Date.now());
    expect((await readRecords(opened.store)).records).toHaveLength(records.length + 1);
    await seal(Date.now() + 2 * DAY_MS);
    expect((await readRecords(opened.store)).records).toHaveLength(records.length + 2);
  });

  it('forgets what is old, says so, and can be verified from there on', async () => {
    for (const what of [0, 4, 7]) await take([{ what, client: 2, site: 2, flag: true }]);
    const before = await readRecords(opened.store);
    await opened.store.write(forgetRecords, { before: Date.now() + DAY_MS });
    const { records, end } = await readRecords(opened.store);
    expect(records.map(({ action }) => action)).toEqual(['audit.forgotten']);
    expect(records[0]?.after).toEqual(before.end);
    await take([{ what: 8, client: 2, site: 2, flag: true }]);
    const later = await readRecords(opened.store);
    expect(await verifyAuditLog(later.records, { end: later.end })).toMatchObject({
      kind: 'intact',
      first: end.sequence,
    });
    expect(await verifyAuditLog(later.records.slice(1))).toMatchObject({ kind: 'broken' });
    expect(await verifyAuditLog(later.records.slice(0, -1), { end: later.end })).toMatchObject({ kind: 'broken' });
  });

  it('forgets nothing whose instant somebody altered, and keeps the evidence of it', async () => {
    for (const what of [0, 4, 7, 3]) await take([{ what, client: 2, site: 2, flag: true }]);
    const before = Date.now() - DAY_MS;
    const forget = () => opened.store.write(forgetRecords, { before });
    await opened.query('UPDATE audit_record SET at = 0 WHERE sequence IN (1, 3)');
    expect(await forget()).toBe(false);
    const [row] = await opened.query('SELECT record FROM audit_record WHERE sequence = 1');
    const old = String(row?.['record']).replace(/"at":"\d{4}/, '"at":"1999');
    await opened.query(
      `UPDATE audit_record SET record = '${old.replaceAll("'", "''")}', hash = '${chainHash('', old)}' WHERE sequence = 1`,
    );
    expect(await forget()).toBe(false);
    expect((await readRecords(opened.store)).records).toHaveLength(4);
  });
});
