import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { makeTestPlace } from '@setpoint/server/testing/make-test-place';
import { readPlace } from '@setpoint/server/testing/rooms/maintenance';
import { STORE_KINDS, type StoreKind } from '@setpoint/server/testing/open-test-store';
import { migrations } from '@setpoint/server/testing/rooms/store';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { askInTurn, type KeptAnswers } from './kept-answers.ts';
import { serveAtInstant } from './serve-at-instant.ts';

const temporary = mkdtempSync(join(tmpdir(), 'setpoint-first-'));
afterAll(() => rmSync(temporary, { recursive: true }));

// 1.0.0-rc.1 wrote both by itself, and answered all that is asked here.
it.each(STORE_KINDS)(
  'a store that 1.0.0-rc.1 wrote on %s is upgraded, and all its answers are what they were',
  async (kind) => {
    await using target = await makeTestPlace(kind, temporary);
    await putStore(kind, target.place);
    expect(await stepsAt(target.place)).toEqual(Object.keys(migrations).filter((name) => name < '0107'));
    const store = await target.open();
    const { at, answers } = JSON.parse(readStore(`${kind.toLowerCase()}.json`).toString()) as KeptAnswers;
    try {
      await using served = await serveAtInstant(store, at);
      const replies = await askInTurn(served.url, answers);
      for (const [index, before] of answers.entries()) {
        const { status, text } = replies[index] ?? { status: 0, text: '' };
        const question = `${before.method} ${before.path}`;
        // New fields may come; none may go or change.
        expect([question, status, asDocument(text)]).toMatchObject([question, before.status, asDocument(before.text)]);
      }
      expect(answers.length).toBeGreaterThan(50);
    } finally {
      await store.close();
    }
    expect(await stepsAt(target.place)).toEqual(Object.keys(migrations));
  },
);

/** Puts the store where it was: as a file, or, as SQL, into an empty database. */
async function putStore(kind: StoreKind, place: string): Promise<void> {
  if (kind === 'SQLite') return writeFileSync(join(place, 'setpoint.sqlite'), readStore('sqlite'), { mode: 0o600 });
  const client = new pg.Client(place);
  await client.connect();
  await client.query(readStore('postgresql.sql').toString());
  // Its events have numbers of transactions, as they were on another server: they are told once ours is as far.
  await client.query(`DO $$ DECLARE last BIGINT := (SELECT max(tx) FROM public.event);
    BEGIN WHILE pg_current_xact_id()::text::bigint <= last LOOP COMMIT; END LOOP; END $$`);
  const hidden = 'SELECT 1 FROM public.event WHERE tx >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
  await lookUntil(
    async () => (await client.query(hidden)).rowCount,
    (count) => count === 0,
  );
  await client.end();
}

function readStore(name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, `stores/rc.1.${name}.gz`)));
}

async function stepsAt(place: string): Promise<unknown[]> {
  await using tables = await readPlace(place);
  const steps = await tables.query('SELECT name FROM kysely_migration ORDER BY name');
  return steps.map(({ name }) => name);
}

function asDocument(text: string): unknown {
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
}
