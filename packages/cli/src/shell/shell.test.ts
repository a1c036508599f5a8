import { expect, it } from 'vitest';
import { createShell } from './shell.ts';

function shellWith({ isJson = false, isTerminal = true } = {}) {
  const said: string[] = [];
  const shell = createShell({
    environment: {},
    isJson: () => isJson,
    write: (text) => said.push(`out ${text}`),
    writeError: (text) => said.push(`error ${text}`),
    progress: isTerminal ? (line) => said.push(`progress ${line}`) : undefined,
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
  const { shell, said } = shellWith({ isJson: true });
  shell.progress('sites: 5 rows');
  shell.note('"nord" is the site Nordhafen.');
  shell.print({ a: 1 }, 'Done.');
  expect(said).toEqual(['out {\n  "a": 1\n}\n']);
});

it('a line of the log takes the place of progress at a terminal, and is lines of JSON elsewhere', () => {
  const { shell, said } = shellWith();
  shell.progress('Starting');
  shell.sayLog?.('warning: the disk is slow\u001B[2J');
  expect(said).toEqual(['progress Starting', 'progress ', 'error warning: the disk is slow\uFFFD[2J\n']);
  expect(shellWith({ isJson: true }).shell.sayLog).toBeUndefined();
  expect(shellWith({ isTerminal: false }).shell.sayLog).toBeUndefined();
});
