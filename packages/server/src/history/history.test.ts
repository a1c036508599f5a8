import { join } from 'node:path';
import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { orderedTexts, parseBatch, type SetTexts } from '@setpoint/core';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../store/sqlite/migrate-sqlite.ts';
import { openForWriting } from '../store/sqlite/open-for-writing.ts';
import { createSqliteTx } from '../store/sqlite/create-sqlite-tx.ts';
import type { Tx } from '../store/tx.ts';
import { addSite } from '../registry/sites/add-site.ts';
import { applySchedules } from '../schedules/apply-schedules.ts';
import { command, type Draw, PAIRS, START } from '../../testing/draw.ts';
import { forgetBatches } from './forget-batches.ts';
import { VERSIONS_PER_STATE } from './keep-state.ts';
import { listBatches } from './list-batches.ts';
import { readHistory } from './read-history.ts';
import { readSite } from '../sites/read-site.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { testFolder } from '../../testing/test-folder.ts';

const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const CLIENT = '00000000-0000-4000-8000-00000000000c' as string as ClientId;
const EVERY_MS = 4_000;
const NO_END = { epoch: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER };
interface Opened {
  readonly tx: Tx;
  /** What was set after each version, as a GET would have shown it. */
  readonly seen: readonly string[][];
}

async function withHistory(draws: readonly Draw[], check: (opened: Opened) => Promise<void>): Promise<void> {
  const folder = testFolder();
  const db = openForWriting(join(folder, 'setpoint.sqlite'));
  try {
    await migrateSqlite(db);
    const tx = createSqliteTx(db);
    db.exec('BEGIN');
    const controllerKey = { keyId: 'key', keyHash: 'hash' };
    await addSite.run(tx, { siteId: SITE, siteName: 'Nord', timeZone: 'UTC', controllerKey, now: START });
    const seen: string[][] = [[]];
    for (const [index, draw] of draws.entries()) {
      const batch = parseBatch({ schedules: draw.map(([pair, values]) => command(pair, values)) });
      const ids = { batchId: numberedId(index) as BatchId, clientId: CLIENT };
      const outcome = await applySchedules.run(tx, { siteId: SITE, ...ids, now: START + index * EVERY_MS, batch });
      if (outcome.kind === 'accepted') seen.push([...((await readSite(tx, { siteId: SITE }))?.commands ?? [])]);
    }
    await check({ tx, seen });
  } finally {
    db.close();
  }
}

function busyHistory(batches: number): Draw[] {
  return Array.from({ length: batches }, (_, index) => [
    [PAIRS[index % PAIRS.length] ?? 'grid/activePowerkW', index % 7 === 0 ? [] : [index % 90]],
  ]);
}

async function textsAt(tx: Tx, version: number): Promise<SetTexts> {
  const past = await readHistory(tx, { siteId: SITE, moment: { version } });
  if (past.kind !== 'found') throw new Error(past.kind);
  return past.schedule.texts;
}

async function everySeen(tx: Tx, seen: readonly string[][], from = 0): Promise<void> {
  for (let version = from; version < seen.length; version += 1) {
    expect([version, orderedTexts(await textsAt(tx, version))]).toEqual([version, seen[version]]);
  }
}

describe('the history of a site', () => {
  it('is whole on both sides of the states that are kept for speed', async () => {
    await withHistory(busyHistory(2 * VERSIONS_PER_STATE + 3), async ({ tx, seen }) => {
      await everySeen(tx, seen);
      const at = await readHistory(tx, { siteId: SITE, moment: { at: START + 299.5 * EVERY_MS } });
      expect(at).toMatchObject({ kind: 'found', schedule: { version: 300, acceptedAt: START + 299 * EVERY_MS } });
    });
  });

  it('is deleted step by step, and every version that is left stays as it was', async () => {
    await withHistory(busyHistory(VERSIONS_PER_STATE + 50), async ({ tx, seen }) => {
      const before = START + 280 * EVERY_MS;
      const steps: number[] = [];
      for (let step = -1; step !== 0;) {
        step = await forgetBatches.run(tx, { siteId: SITE, before, limit: 64 });
        steps.push(step);
        const left = await listBatches(tx, { siteId: SITE, before: NO_END, limit: 1_000 });
        await everySeen(tx, seen, (left.at(-1)?.version ?? 0) - 1);
      }
      expect(steps).toEqual([64, 64, 64, 64, 24, 0]);
      for (const moment of [{ version: 279 }, { version: 0 }, { at: START + 278 * EVERY_MS }]) {
        expect(await readHistory(tx, { siteId: SITE, moment })).toEqual({ kind: 'forgotten', oldest: 280 });
      }
    });
  });

  it('begins with nothing, and knows no version that is yet to come', async () => {
    await withHistory(busyHistory(3), async ({ tx }) => {
      const nothing = { kind: 'found', schedule: { version: 0, acceptedAt: null, texts: new Map() } };
      expect(await readHistory(tx, { siteId: SITE, moment: { version: 0 } })).toEqual(nothing);
      expect(await readHistory(tx, { siteId: SITE, moment: { at: START - 1 } })).toEqual(nothing);
      expect(await readHistory(tx, { siteId: SITE, moment: { version: 4 } })).toEqual({ kind: 'not_yet', current: 3 });
    });
  });
});
