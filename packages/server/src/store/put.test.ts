import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { columnOf } from './by-name.ts';
import { fields, readBy } from './fields.ts';
import { insert, put, removeBy, updateBy } from './put.ts';
import { createSqliteTx } from './sqlite/create-sqlite-tx.ts';
import { migrateSqlite } from './sqlite/migrate-sqlite.ts';
import type { Tx } from './tx.ts';

const NODE = ['nodeId', 'nodeName', 'seenAt', 'told'] as const;
const allNodes = readBy('node', [], NODE);
const nodeNow = { nodeId: 'a', nodeName: 'north', seenAt: 1, told: '{}' };

describe('rows by the names of their fields', () => {
  let db: DatabaseSync;
  let tx: Tx;

  beforeEach(async () => {
    db = new DatabaseSync(':memory:');
    await migrateSqlite(db);
    tx = createSqliteTx(db);
    await tx.run(insert('node', ['nodeId', 'nodeName', 'seenAt'], { told: '{}' }), nodeNow);
  });

  it('has one column for each field, and one field for each column', () => {
    const columns = db.prepare(
      `SELECT DISTINCT c.name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE '%kysely%'`,
    );
    const names = columns.all().map(({ name }) => String(name));
    expect(names.length).toBeGreaterThan(100);
    expect(names.map((name) => columnOf(fieldOf(name)))).toEqual(names);
  });

  it('selects a column as its field, of a table where one is named', () => {
    expect(fields('siteId', 'role', 'site_hold.heldAt')).toEqual([
      'site_id as siteId',
      'role',
      'site_hold.held_at as heldAt',
    ]);
  });

  it('are read by their key, which is all that is read unless fields are named', async () => {
    expect(await tx.first(readBy('node', ['nodeId']), { nodeId: 'a' })).toEqual({ nodeId: 'a' });
    expect(await tx.first(readBy('node', ['nodeId', 'seenAt'], ['nodeName']), nodeNow)).toEqual({ nodeName: 'north' });
    expect(await tx.first(readBy('node', ['nodeId', 'seenAt']), { nodeId: 'a', seenAt: 2 })).toBeUndefined();
  });

  it('are read in an order, some of them, and without those that have ended', async () => {
    for (const [nodeId, seenAt] of [
      ['b', 3],
      ['c', 3],
      ['d', 2],
    ] as const) {
      await tx.run(insert('node', NODE), { ...nodeNow, nodeId, seenAt });
    }
    const latest = readBy('node', { key: ['nodeName'], by: ['-seenAt', 'nodeId'], most: 3 }, ['nodeId']);
    expect((await tx.all(latest, nodeNow)).map(({ nodeId }) => nodeId)).toEqual(['b', 'c', 'd']);
    const later = readBy('node', { key: ['nodeName'], until: 'seenAt' }, ['nodeId']);
    await tx.run(updateBy('node', ['nodeId'], ['seenAt']), { nodeId: 'c', seenAt: Date.now() + 60_000 });
    expect(await tx.all(later, nodeNow)).toEqual([{ nodeId: 'c' }]);
  });

  it('change where their key is, to what the input has or to what is always so', async () => {
    await tx.run(insert('node', NODE), { ...nodeNow, nodeId: 'b' });
    await tx.run(updateBy('node', ['nodeId'], ['seenAt', 'nodeName']), { nodeId: 'b', seenAt: 5, nodeName: 'south' });
    await tx.run(updateBy('node', ['nodeName'], { told: '' }), { nodeName: 'south' });
    expect(await tx.all(allNodes, {})).toEqual([nodeNow, { nodeId: 'b', nodeName: 'south', seenAt: 5, told: '' }]);
    await tx.run(removeBy('node', ['nodeId']), { nodeId: 'b' });
    expect(await tx.all(allNodes, {})).toEqual([nodeNow]);
  });

  it('are put: added, or changed but for what is theirs once and for what the input leaves null', async () => {
    const putNode = put('node', { key: ['nodeId'], set: ['told'], once: ['nodeName'], always: { seenAt: 7 } });
    await tx.run(putNode, { nodeId: 'a', nodeName: 'other', told: 'later' });
    await tx.run(putNode, { nodeId: 'b', nodeName: 'south', told: 'first' });
    expect(await tx.all(allNodes, {})).toEqual([
      { ...nodeNow, told: 'later', seenAt: 7 },
      { nodeId: 'b', nodeName: 'south', told: 'first', seenAt: 7 },
    ]);
    const putHold = put('hold', {
      key: ['holdId'],
      set: ['madeBy', 'asset'],
      setUnlessNull: ['reason'],
      always: { isOperators: 0, createdAt: 1 },
    });
    await tx.run(putHold, { holdId: 'h', madeBy: 'a', asset: 'bess', reason: 'work' });
    await tx.run(putHold, { holdId: 'h', madeBy: 'b', asset: null, reason: null });
    const hold = await tx.first(readBy('hold', ['holdId'], ['madeBy', 'asset', 'reason']), { holdId: 'h' });
    expect(hold).toEqual({ madeBy: 'b', asset: null, reason: 'work' });
  });
});

function fieldOf(column: string): string {
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
