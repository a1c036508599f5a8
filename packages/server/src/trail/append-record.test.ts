import { describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { chainHash } from './chain-hash.ts';
import { noteDeeds } from './note-deeds.ts';

const AWKWARD = 'a "quoted" \\ name, ünïcödé 🌞, \u2028, %s $1 ?1 :name\nand a line';
const SWALLOWING = {
  SQLite: [
    "CREATE TRIGGER swallow BEFORE INSERT ON audit_record WHEN NEW.action = 'grant.added' BEGIN SELECT RAISE(IGNORE); END",
  ],
  PostgreSQL: [
    'CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    "CREATE TRIGGER swallow BEFORE INSERT ON audit_record FOR EACH ROW WHEN (NEW.action = 'grant.added') EXECUTE FUNCTION swallow()",
  ],
} as const;
const NUL = '\u0000';

describe.each(STORE_KINDS)('the log, on %s', (kind) => {
  const opened = storeOfEachTest(kind);

  it('chains records as they are read, whatever text is in them', async () => {
    const deeds = [AWKWARD, 'plain'].map((id) => ({
      action: 'a.b',
      subject: { kind: 'k', id },
      after: { id, is: null, nul: NUL },
    }));
    await opened.store.write(noteDeeds, { deeds });
    const rows = await readRows();
    expect(rows.map(({ record }) => record)).toEqual([textOf(AWKWARD, rows[0]), textOf('plain', rows[1])]);
    expectChain(rows);
    expect(Math.abs(Number(rows[0]?.at) - Date.now())).toBeLessThan(60_000);
  });

  it('has no gap where many write at once', async () => {
    const writing = Array.from({ length: 30 }, (_, index) => {
      const subject = { kind: 'k', id: String(index) };
      return opened.store.write(noteDeeds, {
        deeds: [1, 2, 3].map((of) => ({ action: 'a.b', subject, after: { of } })),
      });
    });
    await Promise.all(writing);
    const rows = await readRows();
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
    const last = expectChain(rows);
    await expect(opened.query('SELECT sequence, hash FROM audit_head')).resolves.toEqual([last]);
  });

  it('lets nothing be done unrecorded where its end is lost', async () => {
    await opened.query('DELETE FROM audit_head');
    const subject = { kind: 'k', id: 'one' };
    await expect(opened.store.write(noteDeeds, { deeds: [{ action: 'a.b', subject }] })).rejects.toThrow(/null/i);
    await expect(readRows()).resolves.toEqual([]);
  });

  it('lets nothing be done whose record a trigger swallows', async () => {
    const write = (action: string) =>
      opened.store.write(noteDeeds, { deeds: [{ action, subject: { kind: 'k', id: 'one' } }] });
    await write('a.b');
    for (const statement of SWALLOWING[kind]) await opened.query(statement);
    await expect(write('grant.added')).rejects.toThrow(/null/i);
    await write('a.b');
    expectChain(await readRows());
    expect(await readRows()).toHaveLength(2);
  });

  async function readRows(): Promise<Row[]> {
    return (await opened.query('SELECT sequence, at, record, hash FROM audit_record ORDER BY sequence')) as never;
  }
});

interface Row {
  readonly sequence: unknown;
  readonly at: unknown;
  readonly record: string;
  readonly hash: string;
}

function textOf(id: string, row: Row | undefined): string {
  return JSON.stringify({
    sequence: row?.sequence,
    at: new Date(Number(row?.at)).toISOString(),
    action: 'a.b',
    actor: { kind: 'service', id: 'setpoint' },
    address: null,
    requestId: null,
    subject: { kind: 'k', id },
    before: null,
    after: { id, is: null, nul: NUL },
  });
}

/** Where a log ends whose records follow each other, in time and by their hashes. */
function expectChain(rows: readonly Row[]): Pick<Row, 'sequence' | 'hash'> {
  let end: Pick<Row, 'sequence' | 'hash'> = { sequence: 0, hash: '' };
  let at = 0;
  for (const row of rows) {
    expect(row.hash).toBe(chainHash(end.hash, row.record));
    expect(Number(row.at)).toBeGreaterThanOrEqual(at);
    [end, at] = [{ sequence: row.sequence, hash: row.hash }, Number(row.at)];
  }
  return end;
}
