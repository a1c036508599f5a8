import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BatchId, ClientId, HoldId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeHold } from '../../holds/make-hold.ts';
import { type AddClientInput, addClient } from '../../registry/clients/add-client.ts';
import { addSite } from '../../registry/sites/add-site.ts';
import { applyPortfolio } from '../../schedules/apply-portfolio.ts';
import { applySchedules, type ApplySchedulesInput } from '../../schedules/apply-schedules.ts';
import type { Write } from '../define-write.ts';
import { commitGroup, type Job, takeGroup, type Writer } from './commit-group.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { openForReading, openForWriting } from './open-for-writing.ts';
import { createSqliteTx } from './create-sqlite-tx.ts';
import { numberedId } from '../../../testing/numbered-id.ts';
import { ofTest } from '../../../testing/of-tests.ts';
import { testFolder } from '../../../testing/test-folder.ts';

const NONE = { spend: () => false, demand: () => undefined };
const NOW = Date.UTC(2026, 9, 25, 0, 30);
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;

describe('a group of writes', () => {
  let folder: string;
  let db: DatabaseSync;
  let beside: DatabaseSync;
  let writer: Writer;

  beforeEach(async () => {
    folder = testFolder();
    const path = join(folder, 'setpoint.sqlite');
    db = await ofTest(openForWriting(path));
    await migrateSqlite(db);
    beside = await ofTest(openForReading(path));
    writer = { db, tx: createSqliteTx(db), takeWaiting: () => [], reserve: NONE };
    const controllerKey = { keyId: 'key', keyHash: 'hash' };
    await commitGroup(writer, [
      job(0, addSite, { siteId: SITE, siteName: 'Nord', timeZone: 'Europe/Berlin', controllerKey, now: NOW }),
    ]);
  });

  // Its client is new, its secret is not: the first of its two inserts has to be undone.
  const failing = (id: number) => job(id, addClient, { ...client(`client ${id}`), secretHash: 'secret of one' });
  it.each<[string, readonly Job[], string[]]>([
    ['beside a job', [batch(2, [5]), failing(3), batch(4, [6])], ['done', 'failed', 'done']],
    ['behind a first job', [failing(2), batch(3, [5]), failing(4)], ['failed', 'done', 'failed']],
  ])('keeps the work of those %s that fails, and nothing of its own', async (_where, jobs, kinds) => {
    await commitGroup(writer, [job(1, addClient, client('one'))]);
    const results = await commitGroup(writer, jobs);
    expect(results.map(({ id, kind }) => [id, kind])).toEqual(kinds.map((kind, index) => [index + 2, kind]));
    expect(versionBeside()).toBe(kinds.filter((kind) => kind === 'done').length);
    expect(beside.prepare('SELECT client_id FROM client').all()).toEqual([{ client_id: 'one' }]);
  });

  it('begins with a portfolio, and goes on behind it when it is small', () => {
    const waiting = [batch(1, [5]), portfolio(2, 300), batch(3, [6]), portfolio(4, 20), batch(5, [7])];
    const taken = [256, 256, 256, 256, 256].map((room) => takeGroup(waiting, room).map(({ id }) => id));
    expect(taken).toEqual([[1], [2], [3], [4, 5], []]);
  });

  it('that has begun takes no portfolio along, nor more than it has room for', () => {
    const waiting = [batch(1, [5]), batch(2, [6]), batch(3, [6]), portfolio(4, 2)];
    expect([2, 2, 9].map((room) => takeGroup(waiting, room).length)).toEqual([2, 1, 0]);
  });

  it('shows nobody anything before its commit, and then everything', async () => {
    const seen: unknown[] = [];
    const later = [[batch(2, [7])], [batch(3, [8], { ifVersion: 1 })]];
    const takeWaiting = () => {
      seen.push(versionBeside());
      return later.shift() ?? [];
    };
    const results = await commitGroup({ ...writer, takeWaiting }, [batch(1, [5])]);
    expect(seen).toEqual([0, 0, 0]);
    expect(results.map((result) => result.kind === 'done' && result.output)).toMatchObject([
      { kind: 'accepted', version: 1 },
      { kind: 'accepted', version: 2 },
      { kind: 'version_differs', version: 2 },
    ]);
    expect(versionBeside()).toBe(2);
  });

  it('fails as a whole when there is no room, applies nothing and works again when there is', async () => {
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const results = await commitGroup(writer, [
      batch(1, [5]),
      batch(
        2,
        Array.from({ length: 1_000 }, (_, i) => i),
      ),
      batch(3, [6]),
    ]);
    expect(results.map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
    ]);
    expect(db.isTransaction).toBe(false);
    expect(versionBeside()).toBe(0);
    db.exec('PRAGMA max_page_count = 100000');
    const [again] = await commitGroup(writer, [batch(4, [6])]);
    expect(again).toMatchObject({ kind: 'done', output: { kind: 'accepted', version: 1 } });
    expect(versionBeside()).toBe(1);
  });

  it('on a full disk gives stops what was kept for them, and nobody else anything until it is kept again', async () => {
    let isKept = true;
    const reserve = {
      spend() {
        if (isKept) db.exec('PRAGMA max_page_count = 100000');
        return isKept && !(isKept = false);
      },
      demand() {
        if (!isKept) throw Object.assign(new Error('full'), { errcode: 13 });
      },
    };
    const kindsOf = async (jobs: readonly Job[]) => {
      const results = await commitGroup({ ...writer, reserve }, jobs);
      return Object.fromEntries(results.map(({ id, kind }) => [id, kind]));
    };
    db.exec('PRAGMA max_page_count = 1');
    const large = Array.from({ length: 1_000 }, (_, index) => index % 100);
    await expect(kindsOf([batch(1, large)])).resolves.toEqual({ 1: 'failed' });
    await expect(kindsOf([batch(2, large), stop(3), batch(4, large)])).resolves.toEqual({
      2: 'failed',
      3: 'done',
      4: 'failed',
    });
    await expect(kindsOf([stop(5), batch(6, [5])])).resolves.toEqual({ 5: 'done', 6: 'failed' });
    isKept = true;
    await expect(kindsOf([batch(7, [5])])).resolves.toEqual({ 7: 'done' });
  });

  it('throws when the commit itself fails, for then nobody knows', async () => {
    db.exec(`PRAGMA defer_foreign_keys = ON`);
    const takeWaiting = () => {
      db.exec(`PRAGMA defer_foreign_keys = ON; INSERT INTO client_subject VALUES ('issuer', 'subject', 'nobody')`);
      return [];
    };
    await expect(commitGroup({ ...writer, takeWaiting }, [batch(1, [5])])).rejects.toThrow('FOREIGN KEY');
  });

  function versionBeside(): unknown {
    return beside.prepare('SELECT version FROM site').get()?.['version'];
  }
});

function job<Input>(id: number, write: Write<Input, unknown>, input: Input): Job {
  return { id, write, input };
}

function batch(id: number, values: readonly number[], more: Partial<ApplySchedulesInput> = {}): Job {
  const entries = values.map((value, index) => {
    const startAt = new Date(NOW + index * 60_000).toISOString();
    return { startAt, endAt: new Date(NOW + (index + 1) * 60_000).toISOString(), value };
  });
  return job(id, applySchedules, {
    siteId: SITE,
    clientId: numberedId(0) as ClientId,
    batchId: numberedId(id) as BatchId,
    now: NOW,
    batch: parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] }),
    ...more,
  });
}

function stop(id: number): Job {
  const holdId = numberedId(id) as HoldId;
  const nothing = { siteId: null, asset: null, clientId: null, reason: 'r'.repeat(5_000) };
  return job(id, makeHold, { holdId, ...nothing, madeBy: numberedId(0) as ClientId, isOperators: true, now: NOW });
}

function portfolio(id: number, sites: number): Job {
  const { input } = batch(id, [5]);
  const batches = Array.from({ length: sites }, () => input as ApplySchedulesInput);
  return job(id, applyPortfolio, { batches });
}

function client(name: string): AddClientInput {
  return {
    clientId: name as ClientId,
    clientName: name,
    scopes: [],
    secretHash: `secret of ${name}`,
    now: NOW,
  };
}
