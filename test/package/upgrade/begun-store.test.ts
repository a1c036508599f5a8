import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, type SiteList } from '@setpoint/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { restoreStore } from '@setpoint/server/testing/rooms/maintenance';
import { migrations } from '@setpoint/server/testing/rooms/store';
import { makeTestPlace } from '@setpoint/server/testing/make-test-place';
import { STORE_KINDS } from '@setpoint/server/testing/open-test-store';
import { readPlace } from '@setpoint/server/testing/rooms/maintenance';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { askInTurn, readKept } from './kept-answers.ts';
import { serveAtInstant } from './serve-at-instant.ts';

const NAME = 'begun-2026-11-22';
// After a restore, controllers have to get their schedules again.
const ABOUT_CONTROLLERS = /\/(overview|delivery|controller\/schedule)|\/batches\/[\w-]+$/;
const STATE = /(?<="state":)"(in_sync|unreachable)"/g;
const { store: backup, kept } = readKept(NAME);

const temporary = mkdtempSync(join(tmpdir(), 'setpoint-begun-'));
const file = join(temporary, 'kept.backup');
writeFileSync(file, backup, { mode: 0o600 });
afterAll(() => rmSync(temporary, { recursive: true }));

describe('a store of the first release, filled with a day of everything', () => {
  it.each(STORE_KINDS)('is brought to the schema of today on %s, and all answers are what they were', async (kind) => {
    const folder = join(temporary, kind);
    await using target = await makeTestPlace(kind, folder);
    // A file is taken over as it is; only a restore puts it into a database.
    if (kind === 'SQLite') writeFileSync(join(folder, 'setpoint.sqlite'), backup, { mode: 0o600 });
    else {
      const restoring = { file, place: target.place, dataDir: folder, replaced: undefined, now: kept.at };
      // Without its file a restore would add another operator.
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'operator.json'), JSON.stringify({ url: '', ...operator() }));
      await restoreStore({ ...restoring, onProgress: () => undefined });
    }
    const store = await target.open();
    try {
      await using served = await serveAtInstant(store, kept.at);
      const asked = kept.answers.filter(({ path }) => kind === 'SQLite' || !ABOUT_CONTROLLERS.test(path));
      const replies = await askInTurn(served.url, asked);
      for (const [index, before] of asked.entries()) {
        const { status, text } = replies[index] ?? { status: 0, text: '' };
        const question = `${before.method} ${before.path}`;
        const answers = [before.text, text].map((one) =>
          asDocument(kind === 'SQLite' ? one : one.replaceAll(STATE, '""')),
        );
        // New fields may come; none may go or change.
        expect([question, status, answers[1]]).toMatchObject([question, before.status, answers[0]]);
      }
      expect(asked.length).toBeGreaterThan(40);
    } finally {
      await store.close();
    }
    await using tables = await readPlace(target.place);
    const steps = await tables.query('SELECT name FROM kysely_migration ORDER BY name');
    expect(steps.map(({ name }) => name)).toEqual(Object.keys(migrations));
  });

  it('is restored by the program, which goes on where it ended', async () => {
    const dataDir = join(temporary, 'restored');
    const restored = await runSetpoint(['restore', file], { SETPOINT_DATA_DIR: dataDir });
    expect([restored.code, restored.error]).toEqual([0, expect.any(String)]);
    await using service = await startService({ dataDir });
    const client = await ServiceClient.signIn(service.url, dataDir);
    const { sites } = (await client.listSites()).body as SiteList;
    const before = kept.answers.filter(({ path }) => /\/public\/sites\/[\w-]+$/.test(path));
    for (const { text } of before) {
      const { siteId } = JSON.parse(text) as Site;
      expect(sites.map((site) => site.siteId)).toContain(siteId);
      const entries = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 5 }];
      const version = Number((await client.getSite(siteId)).headers.get('Schedule-Version'));
      const { status, headers } = await client.postSchedules(siteId, [
        { asset: 'grid', type: 'upperLimitkW', entries },
      ]);
      expect([status, Number(headers.get('Schedule-Version'))]).toEqual([201, version + 1]);
    }
    expect(before.length).toBeGreaterThan(1);
  });
});

/** The one who asks most. */
function operator() {
  const asking = kept.answers.flatMap(({ as }) => (as !== undefined && 'clientId' in as ? [as] : []));
  return asking[0];
}

function asDocument(text: string): unknown {
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
}
