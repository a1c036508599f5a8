import { expect, it } from 'vitest';
import { createShell } from './shell.ts';
import { whileWorking } from './while-working.ts';

function shellWith(isJson = false) {
  const said: string[] = [];
  const shell = createShell({
    environment: {},
    isJson: () => isJson,
    write: (text) => said.push(`out ${text}`),
    writeError: (text) => said.push(`error ${text}`),
    progress: (line) => said.push(`progress ${line}`),
  });
  return { shell, said };
}

it('progress is cleared before anything else is said', () => {
  const { shell, said } = shellWith();
  shell.progress('sites: 5 rows');
  shell.progress('sites: 9 rows');
  shell.print({}, 'Done.');
  shell.writeError('Later.\n');
  expect(said).toEqual([
    'progress sites: 5 rows',
    'progress sites: 9 rows',
    'progress ',
    'out Done.\n',
    'error Later.\n',
  ]);
});

it('with --json neither progress nor notes are said', () => {
  const { shell, said } = shellWith(true);
  shell.progress('sites: 5 rows');
  shell.note('"nord" is the site Nordhafen.');
  shell.print({ a: 1 }, 'Done.');
  expect(said).toEqual(['out {\n  "a": 1\n}\n']);
});

it('what is done at once shows no progress, and a failure passes', async () => {
  const { shell, said } = shellWith();
  await expect(whileWorking(shell, 'Working', async () => 5)).resolves.toBe(5);
  await expect(whileWorking(shell, 'Working', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(said).toEqual([]);
});
