import { globSync, readFileSync } from 'node:fs';
import { ERROR_STATUS, EVENT_TYPES, REJECT_CODES } from '@setpoint/contract';
import { expect, it } from 'vitest';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const section = (text: string, heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const firstCells = (text: string) => [...text.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, cell = '']) => cell);
const sources = (pattern: string) =>
  globSync(pattern, { exclude: ['**/*.test.ts', '**/testing/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

it('docs/errors.md has every code of an answer with its status', () => {
  const rows = [...page('errors').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_STATUS);
});

it('docs/errors.md has every rule, and each rejection that is ours', () => {
  const union = /export type Rule =((?:\s*\| '\w+')+)/.exec(sources('packages/core/src/batch/problem.ts'))?.[1] ?? '';
  const rules = [...union.matchAll(/'(\w+)'/g)].map(([, rule = '']) => rule);
  expect(rules.length).toBeGreaterThan(8);
  expect(firstCells(section(page('errors'), 'Rules'))).toEqual(rules);
  expect(firstCells(section(page('errors'), 'Rejections'))).toEqual([...REJECT_CODES]);
});

it('docs/events.md has every type of event', () => {
  const types = section(page('events'), 'The types');
  expect(EVENT_TYPES.filter((type) => !types.includes(`\`${type}\``))).toEqual([]);
});

it('docs/configuration.md has every setting that is read', () => {
  const read = sources('packages/server/src/**/settings.ts');
  const names = [...new Set([...read.matchAll(/'((?:SETPOINT|DATABASE)_[A-Z_]+)'/g)].map(([, name = '']) => name))];
  expect(names.length).toBeGreaterThan(40);
  expect(
    names.filter((name) => !page('configuration').includes(`\`${name}\``) && !page('configuration').includes(name)),
  ).toEqual([]);
});

it('docs/command-line.md names every command', () => {
  const named = page('command-line');
  const commands = [...sources('packages/cli/src/**/*-command*.ts').matchAll(/\.command\('([\w-]+)/g)];
  expect(commands.length).toBeGreaterThan(40);
  expect(commands.map(([, name = '']) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(named))).toEqual([]);
});
