import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { openForReading, openForWriting } from './open-for-writing.ts';
import { checkpointsWhenDue } from './run-checkpoint.ts';
import { ofTest } from '../../../testing/of-tests.ts';
import { testFolder } from '../../../testing/test-folder.ts';

const AT_PAGES = 50;

describe('a checkpoint', () => {
  let folder: string;
  let db: DatabaseSync;

  beforeEach(async () => {
    folder = testFolder();
    db = await ofTest(openForWriting(join(folder, 'setpoint.sqlite')));
    db.exec('CREATE TABLE page (text TEXT NOT NULL)');
  });

  it('is taken each time the log has grown, and not in between', () => {
    const takeWhenDue = checkpointsWhenDue(db);
    const taken = Array.from({ length: 12 }, () => {
      writePages(20);
      const before = state();
      takeWhenDue(AT_PAGES);
      return state().checkpointed > before.checkpointed;
    });
    expect(taken.slice(0, 3)).toEqual([false, false, true]);
    expect(taken.filter(Boolean).length).toBe(4);
  });

  it('that a reader held up is finished when that one is gone', () => {
    const takeWhenDue = checkpointsWhenDue(db);
    const reader = openForReading(join(folder, 'setpoint.sqlite'));
    writePages(20);
    reader.exec('BEGIN; SELECT * FROM page');
    writePages(60);
    takeWhenDue(AT_PAGES);
    expect(state().checkpointed).toBeLessThan(state().log);
    reader.exec('COMMIT');
    takeWhenDue(AT_PAGES);
    expect(state().checkpointed).toBe(state().log);
    reader.close();
  });

  it('waits longer while the same pages are written again', () => {
    writePages(20);
    const takeWhenDue = checkpointsWhenDue(db, 4 * AT_PAGES);
    const logs = Array.from({ length: 12 }, () => {
      db.exec("UPDATE page SET text = replace(text, 'x', 'y') || 'z'");
      const { log } = state();
      takeWhenDue(AT_PAGES);
      return state().checkpointed === log ? log : 0;
    });
    const taken = logs.filter((log) => log > 0);
    expect(taken.length).toBeGreaterThan(0);
    for (const log of taken) expect(log).toBeGreaterThanOrEqual(4 * AT_PAGES);
  });

  function writePages(pages: number): void {
    db.exec('BEGIN');
    for (let page = 0; page < pages; page += 1) db.prepare('INSERT INTO page VALUES (?)').run('x'.repeat(3_800));
    db.exec('COMMIT');
  }
  function state(): { log: number; checkpointed: number } {
    return db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
  }
});
