import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const NOWHERE = join(tmpdir(), 'setpoint-nothing-is-here');

// Nothing answers there: what is wrong with these is found before the service is asked.
const ENVIRONMENT = {
  SETPOINT_URL: 'http://127.0.0.1:1',
  SETPOINT_CLIENT_ID: 'c',
  SETPOINT_CLIENT_SECRET: 's',
};

// What is typed, the exit code, and the way out that the sentence names.
const WRONG: readonly [readonly string[], number, string][] = [
  // Commands.
  [['sit', 'list'], 2, 'Did you mean site?'],
  [['schedule', 'claer', 'x'], 2, 'Did you mean clear?'],
  [['completion', 'csh'], 2, 'bash, zsh, fish'],
  // What is missing.
  [['site', 'add'], 2, "argument 'name'"],
  [['simulate'], 2, '--sites'],
  [['grant', 'x', '--all-sites'], 2, '--can'],
  [['grant', 'x', '--can', 'read'], 2, '--site SITE, --pool POOL or --all-sites'],
  [['revoke', 'x'], 2, '--all-sites'],
  [['role', 'grant', 'viewer', '--all-sites'], 2, '--group GROUP or --person PERSON'],
  [['role', 'revoke', '--group', 'x'], 2, '--all-sites'],
  [['hold'], 2, '--all, --site SITE, --pool POOL or --client CLIENT'],
  [['hold', '--dry-run'], 2, '--all'],
  [['alert', 'add', 'x', '--all-sites'], 2, '--when'],
  [['client', 'subject', 'add', 'x', '--issuer', 'y'], 2, '--subject'],
  [['schedule', 'set', 'x'], 2, 'grid.activePowerkW 500, or --csv FILE'],
  [['schedule', 'set', 'x', 'grid.activePowerkW'], 2, 'a COMMAND and a VALUE'],
  [['token', '--client', 'x'], 2, '--secret'],
  [['token', '--secret', 'x'], 2, '--client'],
  [['backup'], 2, '--to'],
  [['backup', 'a.backup', '--to', 'b'], 2, '--to'],
  // Options that are not there, or not together.
  [['site', 'list', '--colour'], 2, '--colour'],
  [['site', 'list', '--offlin'], 2, 'Did you mean --offline?'],
  [['site', 'list', '--online', '--offline'], 2, '--online'],
  [['grant', 'x', '--all-sites', '--site', 'y', '--can', 'read'], 2, '--site'],
  [['hold', '--all', '--site', 'x'], 2, '--site'],
  [['hold', '--client', 'x', '--site', 'y'], 2, '--client'],
  [['site', 'add', 'x', 'y'], 2, 'argument'],
  [['hold', '--client', 'x', '--asset', 'bess'], 2, '--site or --pool'],
  [['site', 'history', 'x', '--at', 'now', '--at-version', '3'], 2, '--at-version'],
  [['site', 'history', 'x', '--diff', '3', '--at', 'now'], 2, '--at'],
  [['schedule', 'set', 'x', 'grid.activePowerkW', '5', '--csv', 'd.csv'], 2, 'not both'],
  [['schedule', 'set', 'x', 'grid.activePowerkW', '5', '--to', 'now', '--for', '2h'], 2, '--for'],
  [['simulate', '--sites', '3', '--mqtt', '--https'], 2, '--mqtt'],
  [['simulate', '--sites', '0'], 2, '--clean-up'],
  [['audit', 'verify', '--file', 'x', '--against', 'y'], 2, '--against'],
  [['backup', 'x', '--every', '1h'], 2, '--every needs --to'],
  // Times.
  [['site', 'plan', 'x', '--from', 'soon'], 2, '"tomorrow 06:00", now, +2h'],
  [['site', 'headroom', 'x', '--to', '01.02.2030'], 2, '2030-01-01'],
  [['site', 'orders', 'x', '--at', 'noon'], 2, '2030-01-01'],
  [['schedule', 'set', 'x', '--csv', 'd.csv', '--from', 'noon'], 2, '2030-01-01'],
  [['grant', 'x', '--all-sites', '--can', 'read', '--until', 'noon'], 2, '2030-01-01'],
  [['pool', 'member', 'list', 'x', '--known-at', 'noon'], 2, '2030-01-01'],
  // Durations.
  [['hold', '--all', '--wait', 'x'], 2, '90s, 15m or 2h'],
  [['health', '--wait', '2h'], 2, 'from 0s to 1h'],
  [['pool', 'signal', 'x', '5', '--for', '20m'], 2, 'from 1s to 15m'],
  [['alert', 'change', 'x', '--for', '90s'], 2, '15m or 2h'],
  [['site', 'add', 'x', '--hold-seconds', '5s'], 2, 'from 1m to 31d'],
  [['site', 'headroom', 'x', '--resolution', '90s'], 2, 'in whole minutes'],
  [['backup', '--to', 'x', '--every', '60'], 2, 'It needs a unit'],
  [['simulate', '--sites', '1', '--report-every', '2m'], 2, 'from 1s to 80s'],
  [['conformance', '--slack', '2m'], 2, 'from 0s to 1m'],
  [['devices', 'scan', 'x', '--timeout', '1ms'], 2, 'from 50ms to 1m'],
  [['pool', 'add', 'x', '--service', 'afrr', '--endurance-minutes', '2d'], 2, 'from 1m to 1d'],
  // Numbers and choices.
  [['pool', 'signal', 'x', '1,500'], 2, 'write 1500 or 1.5'],
  [['schedule', 'set', 'x', 'grid.activePowerkW', '1,500', '--for', '2h'], 2, 'write 1500 or 1.5'],
  [['schedule', 'set', 'x', 'grid.activePower', '5', '--for', '2h'], 2, 'Did you mean "grid.activePowerkW"'],
  [['schedule', 'set', 'x', 'power', '5', '--for', '2h'], 2, 'There is no command "power".'],
  [['site', 'history', 'x', '--diff', 'last'], 2, '16..17'],
  [['client', 'add', 'x', '--scope', 'everything'], 2, 'fleet:admin'],
  [['grant', 'x', '--all-sites', '--can', 'fly'], 2, 'read, schedule'],
  [['hold', '--site', 'x', '--asset', 'diesel'], 2, 'genset'],
  [['stop'], 2, 'hold --all` stops all sites'],
  [['release'], 2, 'hold release HOLD'],
  [['hold', 'Brewery Plzen'], 2, '--site SITE'],
  [['version'], 2, '--version'],
  [['role', 'grant', 'king', '--group', 'x', '--all-sites'], 2, 'viewer, dispatcher'],
  [['site', 'list', '--state', 'fine'], 2, 'in_sync'],
  [['pool', 'add', 'x', '--service', 'fcr'], 2, 'afrr, mfrr'],
  [['alert', 'add', 'x', '--all-sites', '--when', 'dark'], 2, 'offline'],
  [['conformance', '--only', 'C99'], 2, 'conformance --list'],
  [['conformance', '--only', 'C17,'], 2, 'There is no check ""'],
  [['conformance', '--only', 'C28', '--command', 'true'], 2, 'None of C28 is a check for battery, mqtt'],
  [['conformance', '--listen', 'here'], 2, '0.0.0.0:8883'],
  [['devices', 'scan', 'x', '--port', '99999'], 2, 'from 1 to 65535'],
  // Files.
  [['schedule', 'set', 'x', '--csv', join(NOWHERE, 'd.csv')], 1, `There is no folder ${NOWHERE}.`],
  [['schedule', 'set', 'x', '--csv', tmpdir()], 1, 'is a folder, not a file.'],
  [
    ['schedule', 'set', 'x', '--csv', join(process.execPath, 'd.csv')],
    1,
    `${process.execPath} is a file, not a folder.`,
  ],
  [['registry', 'import', NOWHERE], 1, `There is no file ${NOWHERE}.`],
  [['controller', '--config', NOWHERE], 78, `There is no file ${NOWHERE}.`],
  [['site', 'key', 'add', 'x', '--certificate', NOWHERE], 2, `There is no file ${NOWHERE}.`],
  [['simulate', '--sites', '1', '--faults', NOWHERE], 78, NOWHERE],
  // The service.
  [['site', 'list'], 1, 'Check SETPOINT_URL'],
];

it.each(WRONG)('%j ends with %i, and names %j', async (argv, code, wayOut) => {
  const said = await runHere(argv, ENVIRONMENT);
  expect({ code: said.code, out: said.out }).toEqual({ code, out: '' });
  expect(said.error).toContain(wayOut);
  // One sentence; what is wrong with a configuration is below it, a line each.
  expect(said.error.trim().split('\n')).toHaveLength(code === 78 ? said.error.trim().split('\n').length : 1);
  expect(said.error).not.toMatch(/ENOENT|undefined|\[object|^\s+at /m);
});

it.each(WRONG.filter(([, code]) => code === 2))('%j says the same as JSON', async (argv) => {
  const { error: sentence } = await runHere(argv, ENVIRONMENT);
  const { code, out, error } = await runHere([...argv, '--json'], ENVIRONMENT);
  expect([code, out, JSON.parse(error)]).toMatchObject([2, '', { error: 'usage', message: sentence.trim() }]);
});
