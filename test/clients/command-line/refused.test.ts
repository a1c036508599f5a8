import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';

const serving = serveTests();

beforeAll(async () => {
  for (const name of ['Nordhafen', 'Südhafen']) await serving.run('site', 'add', name, '--time-zone', 'Europe/Berlin');
  await serving.run('client', 'add', 'Desk');
  await serving.run('pool', 'add', 'North', '--service', 'afrr');
  writeFileSync(
    join(serving.folder, 'bad.csv'),
    'startAt,endAt,value\n2030-01-01T00:00:00Z,2030-01-01T01:00:00Z,much\n',
  );
});

// What the service, or what is there, refuses: the exit code, and the words of the command for it.
const REFUSED: readonly [readonly string[], number, string | RegExp][] = [
  [['site', 'add', ''], 1, 'NAME: must not be empty.'],
  [['site', 'add', 'x'.repeat(300)], 1, 'NAME: must have at most 200 characters.'],
  [['site', 'add', 'x', '--id', '5'], 1, '--id: must be a UUID.'],
  [['site', 'add', 'x', '--time-zone', 'Mars'], 1, '--time-zone: must be the name of a time zone'],
  [['site', 'change', 'Nordhafen', '--name', ''], 1, '--name: must not be empty.'],
  [['site', 'change', 'Nordhafen'], 1, 'Say what to change: --name, --time-zone, --notes, --hold-seconds.'],
  [['site', 'show', 'Nordhafn'], 1, 'Did you mean "Nordhafen"'],
  [['site', 'show', '00000000-0000-4000-8000-000000000000'], 1, 'There is no such site.'],
  [['site', 'history', 'Nordhafen', '--diff', '999'], 1, 'There is no such version yet'],
  [['site', 'plan', 'Nordhafen', '--from', 'tomorrow', '--to', 'today'], 1, '--to: must be after --from.'],
  [
    ['site', 'plan', 'Nordhafen', '--from', 'now', '--to', '+100d'],
    1,
    '--from and --to: may be at most 35 days apart.',
  ],
  [['site', 'measurements', 'Nordhafen', '--resolution', '7m'], 1, '--resolution: must be 1, or a multiple of 15'],
  [
    ['site', 'plan', 'Nordhafen', '--from', '2030-10-27 02:30'],
    2,
    '2030-10-27T02:30:00+02:00 or 2030-10-27T02:30:00+01:00',
  ],
  [['site', 'plan', 'Nordhafen', '--from', '2030-03-31 02:30'], 2, 'does not exist in Europe/Berlin'],
  [['site', 'remove', 'Nordhafen'], 1, '--yes'],
  [['site', 'remove', 'Nord', '--yes'], 1, 'give the whole name or the id'],
  [['site', 'key', 'revoke', 'Nordhafen', '5'], 1, 'There is no such key.'],
  [['site', 'key', 'add', 'Nordhafen', '--until', 'yesterday'], 1, '--until: is in the past.'],
  [['client', 'add', ''], 1, 'NAME: must not be empty.'],
  [['client', 'change', 'Desk'], 1, 'Say what to change: --name, --scope.'],
  [['audit', 'list', '--about', 'Desk'], 1, '--about: must be a UUID.'],
  [['site', 'acknowledge', 'Nordhafen', 'offline', '2020-01-01'], 1, 'TIME: is in the past.'],
  [['site', 'acknowledge', 'Nordhafen', 'sleepy'], 2, 'sleepy'],
  [['client', 'show', 'Desks'], 1, 'Did you mean "Desk"'],
  [['client', 'remove', 'Des'], 1, 'give the whole name or the id'],
  [['client', 'secret', 'add', 'Desk', '--until', 'yesterday'], 1, '--until: is in the past.'],
  [['grant', 'Desk', '--all-sites', '--can', 'read', '--until', 'yesterday'], 1, '--until: is in the past.'],
  [['grant', 'Desk', '--site', 'hafen', '--can', 'read'], 1, 'Did you mean "Nordhafen" or "Südhafen"?'],
  [['revoke', 'Desk', '--all-sites'], 1, 'has no such grant'],
  [['pool', 'add', '', '--service', 'afrr'], 1, 'NAME: must not be empty.'],
  [['pool', 'show', 'Nrth'], 1, 'Did you mean "North"?'],
  [['pool', 'remove', 'Nor'], 1, 'give the whole name or the id'],
  [
    ['pool', 'member', 'add', 'North', 'Nordhafen', '--from', 'tomorrow', '--to', 'today'],
    1,
    '--to: must be after --from.',
  ],
  [['pool', 'member', 'remove', 'North', 'Südhafen'], 1, 'not a member of this pool'],
  [['group', 'add', '', '--issuer', 'x'], 1, 'NAME: must not be empty.'],
  [['person', 'add', 'x', '--issuer', 'x', '--subject', ''], 1, '--subject: must not be empty.'],
  [['hold', '--all', '--reason', ''], 1, '--reason: must not be empty.'],
  [['hold', 'release', '5'], 1, 'There is no such hold.'],
  [['hold', '--site', 'Xanadu', '--dry-run'], 1, 'setpoint site list'],
  [['alert', 'test', 'x'], 1, 'setpoint alert list'],
  [['alert', 'remove', 'x', '--yes'], 1, 'setpoint alert list'],
  [['webhook', 'add', 'x'], 1, 'URL: must be an https address'],
  [['webhook', 'add', 'https://x.example', '--after', '5'], 1, '--after: must be the id of an event, or oldest.'],
  [['webhook', 'remove', 'x'], 1, 'There is no such webhook'],
  [['schedule', 'set', 'Nordhafen', 'grid.activePowerkW', '5'], 2, '--to TIME or --for DURATION'],
  [['schedule', 'set', 'Nordhafen', 'grid.activePowerkW', '5', '--from', 'tomorrow', '--to', 'today'], 1, '--to'],
  [['schedule', 'set', 'Nordhafn', 'grid.activePowerkW', '5', '--for', '2h'], 1, 'Did you mean "Nordhafen"'],
];

it.each(REFUSED)('%j ends with %i, in the words of the command', async (argv, code, words) => {
  const said = await serving.run(...argv);
  expect({ code: said.code, out: said.out }).toEqual({ code, out: '' });
  if (typeof words === 'string') expect(said.error).toContain(words);
  else expect(said.error).toMatch(words);
  expect(said.error).not.toMatch(/siteName|clientName|poolName|endsAt|validUntil|must NOT|ENOENT/);
});

it('a value in a file that is none is named by its line', async () => {
  const file = join(serving.folder, 'bad.csv');
  const given = ['--csv', file, '--asset', 'grid', '--type', 'activePowerkW'];
  const said = await serving.run('schedule', 'set', 'Nordhafen', ...given);
  expect(said).toMatchObject({ code: 1, out: '' });
  expect(said.error).toContain('line 2');
});
