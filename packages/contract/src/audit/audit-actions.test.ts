import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from './audit-actions.ts';

it('are those that the page about the log lists', () => {
  const page = readFileSync(new URL('../../../../docs/look-up/audit.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| action \| when \|\n([^]*?)\n\n/.exec(page) ?? [];
  const listed = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[a-z_]+\.[a-z_]+/g) ?? []);
  expect(listed).toEqual([...AUDIT_ACTIONS]);
});
