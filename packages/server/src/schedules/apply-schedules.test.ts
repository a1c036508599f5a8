import { createHash } from 'node:crypto';
import {
  type AssetScheduleCommand,
  type BatchId,
  type ClientId,
  namesOfPair,
  type PairName,
  pairName,
  type SiteId,
} from '@setpoint/contract';
import { pairOfText } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { storedIdText } from '../../testing/stored-id-text.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import type { ApplySchedulesInput } from './apply-schedules.ts';
import { fromStoredText, type StoredText } from '../store/values/stored-text.ts';
import { readSite } from '../sites/read-site.ts';
import { newSite } from '../../testing/new-site.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
const CLIENT = numberedId(0) as ClientId;
const NORD = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const SUED = '00000000-0000-4000-8000-000000000002' as string as SiteId;

describe.each(STORE_KINDS)('a batch on a site, on %s', (kind) => {
  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    for (const siteId of [NORD, SUED]) await newSite(opened.store, NOW, { siteId });
  });

  it('raises the version of its site by one, and of no other', async () => {
    await expect(apply([command('grid/activePowerkW', 5)])).resolves.toMatchObject({ kind: 'accepted', version: 1 });
    await expect(apply([command('grid/activePowerkW', 5)])).resolves.toMatchObject({ kind: 'accepted', version: 2 });
    await expect(apply([command('bess/activePowerkW')])).resolves.toMatchObject({ kind: 'accepted', version: 3 });
    await expect(opened.query('SELECT version FROM site ORDER BY site_id')).resolves.toEqual([
      { version: 3 },
      { version: 0 },
    ]);
  });

  it('leaves a rejected batch without any trace', async () => {
    await apply([command('grid/activePowerkW', 5)]);
    const before = await everything();
    await expect(
      apply([command('grid/upperLimitkW', 9), command('grid/afrrActivationkW', 5)], { idempotency: claim('k', 'one') }),
    ).resolves.toMatchObject({ kind: 'rejected', problems: [{ rule: 'activation_exceeds_booking' }] });
    await expect(everything()).resolves.toEqual(before);
  });

  it('logs what adds up to the present state, whose hash is that of the texts a read returns', async () => {
    await apply([command('solar/solarCurtailmentPcnt', 20), command('grid/upperLimitkW', 9)]);
    await apply([command('bess/optimalSocPcnt', 50), command('grid/activePowerkW', 1)]);
    await apply([command('grid/upperLimitkW'), command('bess/activePowerkW', -3)]);
    const state = new Map<string, AssetScheduleCommand>();
    for (const version of [1, 2, 3]) {
      for (const change of await logged(version)) {
        if (change.entries.length > 0) state.set(pairName(change), change);
        else state.delete(pairName(change));
      }
    }
    const present = await setCommands();
    expect(present.map(pairName)).toEqual(['grid/activePowerkW', 'solar/solarCurtailmentPcnt', 'bess/activePowerkW']);
    expect(state).toEqual(new Map(present.map((one) => [pairName(one), one])));
    const texts = (await opened.store.read(readSite, { siteId: NORD }))?.commands ?? [];
    const lines = texts.map((text) => `${pairOfText(text)} ${sha256(text)}\n`);
    const hash = { state_hash: sha256(lines.join('')) };
    await expect(rowOf(3)).resolves.toMatchObject({ state_hash: hash.state_hash.slice(0, 8) });
    await expect(opened.query(`SELECT state_hash FROM site WHERE site_id = '${NORD}'`)).resolves.toEqual([hash]);
  });

  it('stops at another version than the caller saw', async () => {
    await apply([command('grid/activePowerkW', 5)]);
    const before = await everything();
    await expect(apply([command('grid/activePowerkW', 6)], { ifVersion: 0 })).resolves.toEqual({
      kind: 'version_differs',
      version: 1,
    });
    await expect(everything()).resolves.toEqual(before);
    await expect(apply([command('grid/activePowerkW', 6)], { ifVersion: 1 })).resolves.toMatchObject({ version: 2 });
  });

  it('answers the same key and request again with the first answer, before any version check', async () => {
    const batchId = numberedId(1) as BatchId;
    const more = { idempotency: claim('key', 'request'), ifVersion: 0 };
    const first = await apply([command('grid/activePowerkW', 5)], { ...more, batchId });
    expect(first).toMatchObject({ kind: 'accepted' });
    await apply([command('grid/activePowerkW', 6)]);
    await expect(apply([command('grid/activePowerkW', 5)], more)).resolves.toEqual({
      kind: 'replayed',
      batchId,
      accepted: 1,
      version: 1,
    });
    await expect(setCommands()).resolves.toMatchObject([{ entries: [{ value: 6 }] }]);
  });

  it('refuses the same key for another request or another site, but not for another client', async () => {
    await apply([command('grid/activePowerkW', 5)], { idempotency: claim('key', 'one') });
    const again = [command('grid/activePowerkW', 5)];
    await expect(apply(again, { idempotency: claim('key', 'two') })).resolves.toEqual({ kind: 'key_reused' });
    await expect(apply(again, { idempotency: claim('key', 'one'), siteId: SUED })).resolves.toEqual({
      kind: 'key_reused',
    });
    const clientId = numberedId(99) as ClientId;
    await expect(apply(again, { idempotency: claim('key', 'two'), clientId })).resolves.toMatchObject({ version: 2 });
  });

  it('says when its site is not there', async () => {
    const siteId = '00000000-0000-4000-8000-000000000003' as string as SiteId;
    await expect(apply([command('grid/activePowerkW', 5)], { siteId })).resolves.toEqual({ kind: 'site_missing' });
  });

  const apply = (schedules: AssetScheduleCommand[], more: Partial<ApplySchedulesInput> = {}) =>
    setSchedules(opened.store, NORD, { now: NOW, clientId: CLIENT, schedules, ...more });

  async function setCommands(): Promise<AssetScheduleCommand[]> {
    const site = await opened.store.read(readSite, { siteId: NORD });
    return (site?.commands ?? []).map(commandFromText);
  }

  async function logged(version: number): Promise<AssetScheduleCommand[]> {
    const { commands } = await rowOf(version);
    return JSON.parse(fromStoredText(commands as StoredText)) as AssetScheduleCommand[];
  }

  async function rowOf(version: number): Promise<Record<string, unknown>> {
    const [row] = await opened.query(
      `SELECT * FROM batch WHERE site_id = ${storedIdText(kind, NORD)} AND version = ${version}`,
    );
    return row ?? {};
  }

  function everything(): Promise<unknown> {
    const tables = ['site', 'set_command', 'batch', 'idempotency'];
    return Promise.all(tables.map((table) => opened.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  }
});

function command(pair: PairName, value?: number): AssetScheduleCommand {
  const entries =
    value === undefined ? [] : [{ startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-26T00:00:00Z', value }];
  return { ...namesOfPair(pair), entries };
}

function commandFromText(text: string): AssetScheduleCommand {
  return JSON.parse(text) as AssetScheduleCommand;
}

function claim(key: string, requestHash: string) {
  return { key, requestHash };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
