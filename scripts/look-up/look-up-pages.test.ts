import { readFileSync } from 'node:fs';
import { EVENT_TYPES } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { listSettings } from './list-settings.ts';
import { findStalePages, lookUpPages } from './look-up-pages.ts';
import { syncClient } from './sync-client.ts';

const page = (name: string) => readFileSync(`docs/look-up/${name}.md`, 'utf8');

it('what is written from the code is as the code is', () => {
  expect(findStalePages()).toEqual([]);
  expect([...lookUpPages().keys()]).toEqual([
    'docs/look-up/errors.md',
    'docs/look-up/events.md',
    'docs/look-up/configuration.md',
    'docs/look-up/limits.md',
    'docs/look-up/signs-and-units.md',
    'docs/look-up/commands.md',
    'clients/python/src/setpoint/client.py',
  ]);
});

it('nothing in the client for Python that waits is awaited', () => {
  expect(syncClient().replace('async_client.py', '')).not.toMatch(/async|await/i);
});

it('each event and each command has an anchor of its own', () => {
  const headings = (name: string) => [...page(name).matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) => heading);
  expect(EVENT_TYPES.filter((type) => !headings('events').includes(type))).toEqual([]);
  const commands = headings('commands');
  expect(commands.length).toBeGreaterThan(80);
  expect(new Set(commands).size).toBe(commands.length);
  expect(commands).toContain('client secret add');
});

it('docs/look-up/configuration.md explains each setting, with the default and the bounds that the code has', () => {
  const rows = page('configuration')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const rowOf = (name: string) => rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``)) ?? '';
  const settings = listSettings();
  const wrong = settings.filter(({ name, byDefault }) => !rowOf(name).includes(`\`${byDefault ?? name}\``));
  expect(wrong).toEqual([]);
  const isBounded = ({ takes }: (typeof settings)[number]) => /^(?:\d|`)/.test(takes);
  const parts = settings.filter(isBounded).flatMap(({ name, takes }) => takes.split(', ').map((part) => [name, part]));
  expect(parts.filter(([name = '', part = '']) => !rowOf(name).includes(part))).toEqual([]);
});
