import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from './audit-actions.ts';

it('are those that the page about the log lists', () => {
  const page = readFileSync(new URL('../../../../docs/look-up/audit.md', import.meta.url), 'utf8');
  const [, part = ''] = /## What is recorded\n([^]*?)\n## /.exec(page) ?? [];
  const listed = new Set([...part.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, action]) => action));
  expect(listed).toEqual(new Set(AUDIT_ACTIONS));
});
