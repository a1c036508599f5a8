import { Command } from 'commander';
import { expect, it } from 'vitest';
import { inWordsOfCommand } from './in-words-of-command.ts';

const command = new Command('change')
  .argument('<name>')
  .option('--until <time>')
  .option('--for <duration>')
  .option('--from <time>')
  .option('--to <time>')
  .option('--hold-seconds <duration>');

it.each([
  ['siteName: must NOT have fewer than 1 characters', 'NAME: must not be empty'],
  ['clientName: must NOT have more than 200 characters', 'NAME: must have at most 200 characters'],
  ['endsAt: is in the past', '--until: is in the past'],
  ['validUntil: must be at most 900 s after at', '--for: must be at most 900 s after at'],
  ['holdSeconds: must be <= 60', '--hold-seconds: must be at most 60'],
  ['to: must be after from', '--to: must be after --from'],
  ['to must be after from', '--to: must be after --from'],
  ['from and to may be at most 35 days apart', '--from and --to: may be at most 35 days apart'],
  ['body: must NOT have fewer than 1 properties', 'Say what to change: --until, --for, --from, --to, --hold-seconds.'],
  ['There is no such site', 'There is no such site'],
  ['colour: must be red', 'colour: must be red'],
])('%j is %j', (message, words) => {
  expect(inWordsOfCommand(message, command)).toBe(words);
});

it('stays as it is where no command ran', () => {
  expect(inWordsOfCommand('siteName: must NOT have fewer than 1 characters', undefined)).toContain('siteName');
});
