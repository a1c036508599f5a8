import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readBy } from './fields.ts';
import { put } from './put.ts';
import { createSqliteTx } from './sqlite/create-sqlite-tx.ts';
import { migrateSqlite } from './sqlite/migrate-sqlite.ts';

it('a row that is put is added, or changed but for what is set once', async () => {
  const db = new DatabaseSync(':memory:');
  await migrateSqlite(db);
  const tx = createSqliteTx(db);
  const putNode = put('node', { key: ['nodeId'], set: ['told'], once: ['nodeName'], always: { seenAt: 7 } });
  for (const nodeName of ['north', 'other']) await tx.run(putNode, { nodeId: 'a', nodeName, told: `of ${nodeName}` });
  const nodes = await tx.all(readBy('node', [], ['nodeName', 'told']), {});
  expect(nodes).toEqual([{ nodeName: 'north', told: 'of other' }]);
});
