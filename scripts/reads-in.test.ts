import { expect, it } from 'vitest';
import { readsIn } from './reads-in.ts';

const isRead = (text: string) => readsIn('a.tsx', text).has('leadSeconds');

it.each([
  'interface Pool { readonly leadSeconds: number }',
  `const POOL = fields('poolId', 'leadSeconds');`,
  `const putPool = put('pool', { set: ['leadSeconds'] });`,
  'const { leadSeconds = 0, ...rest } = body; const pool = { ...rest, leadSeconds };',
  'const add = ({ leadSeconds }) => client.add({ leadSeconds });',
  'const changed = { leadSeconds: options.leadSeconds ?? before.leadSeconds };',
  'const { leadSeconds: lead } = pool; const told = { leadSeconds: lead };',
  'const leadSeconds = isKnown ? pool.leadSeconds : 0;',
  'const Page = ({ leadSeconds }) => <Figures leadSeconds={leadSeconds} />;',
])('a field that is only handed on is not read: %s', (text) => {
  expect(isRead(text)).toBe(false);
});

it.each([
  'const from = now - pool.leadSeconds * 1_000;',
  'const { leadSeconds } = pool; wait(leadSeconds);',
  'const { leadSeconds: lead = 0 } = pool; const from = now - lead;',
  'const due = { at: now - leadSeconds };',
  `const due = query.where('pool.lead_seconds', '>', 0);`,
  `const lead = form.get('leadSeconds');`,
  `const lead = body['leadSeconds'];`,
  'const Page = ({ leadSeconds }) => <td>{leadSeconds} s</td>;',
  'const isLong = leadSeconds > 60 ? true : false;',
])('a field that decides something, or that a person sees, is read: %s', (text) => {
  expect(isRead(text)).toBe(true);
});
