import { describe, expect, it } from 'vitest';
import { findForeignWrites, findUpwardReads, tableUses, usesIn } from './table-uses.ts';

const TEXT = `
  db.selectFrom('site').innerJoin('hold', …)
  db
    .updateTable('site')
  db.insertInto(
    'somewhere',
  )
  sql\`SELECT 1 FROM pool_grant JOIN person\``;

describe('the tables of the store', () => {
  const uses = [
    ...usesIn(TEXT, { room: 'holds', file: 'holds/a.ts' }),
    ...usesIn("db.deleteFrom('hold')", { room: 'holds', file: 'holds/b.ts' }),
    ...usesIn("db.deleteFrom('somewhere')", { room: 'pools', file: 'pools/a.ts' }),
    ...usesIn("db.deleteFrom('alone')", { room: 'pools', file: 'pools/a.ts' }),
  ];

  it('are written by their owner alone', () => {
    expect(findForeignWrites(tableUses(uses))).toEqual(
      expect.arrayContaining([
        'holds/a.ts writes site, which sites owns: give sites a door for it',
        'several rooms write somewhere, and none owns it: scripts/tables.ts',
      ]),
    );
    expect(findForeignWrites(tableUses(uses))).toHaveLength(2);
  });

  it('are read from the ground where that is listed, and where it is so', () => {
    const read = tableUses(usesIn(TEXT, { room: 'identity', file: 'identity/a.ts' }));
    const listed = ['site', 'hold', 'event'];
    expect(findUpwardReads(read, [{ room: 'identity', tables: listed, why: '' }])).toEqual([
      'identity reads person, which people above it owns: give identity a function',
      'identity reads pool_grant, which access above it owns: give identity a function',
      'identity does not read event from above: take it out of scripts/tables.ts',
    ]);
    expect(findUpwardReads(tableUses(uses), [])).toEqual([]);
    expect(findUpwardReads(tableUses())).toEqual([]);
  });

  it('are written here by nobody else', () => {
    expect(findForeignWrites(tableUses())).toEqual([]);
  });
});
