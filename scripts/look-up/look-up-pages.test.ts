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
    'docs/learn/typescript.md',
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

it('docs/look-up/configuration.md explains each setting, with the default that the code has', () => {
  const [explained = ''] = page('configuration').split('\n## Every setting\n');
  const rows = explained.split('\n').filter((line) => line.startsWith('| `'));
  const wrong = listSettings().filter(({ name, byDefault }) => {
    const row = rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``));
    return row === undefined || (byDefault !== undefined && !row.includes(`\`${byDefault}\``));
  });
  // Its default is another setting.
  expect(wrong.map(({ name }) => name)).toEqual(['SETPOINT_MQTTS_HOST']);
});

it('docs/look-up/command-line.md explains every command', () => {
  const names = [...page('commands').matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page('command-line')))).toEqual([]);
});
