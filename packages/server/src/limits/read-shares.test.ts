import { expect, it } from 'vitest';
import { createSettingsReader } from '../wire/settings-reader.ts';
import { readShares } from './read-shares.ts';
import { SHARES } from './shares.ts';

function sharesOf(text?: string) {
  const problems: string[] = [];
  const environment = text === undefined ? {} : { SETPOINT_SHARES: text };
  return { shares: readShares(createSettingsReader(environment, problems)), problems };
}

it('each share is what its table says, unless it is set', () => {
  const standard = Object.fromEntries(Object.entries(SHARES).map(([name, { byDefault }]) => [name, byDefault]));
  expect(sharesOf()).toEqual({ shares: standard, problems: [] });
  const set = { ...standard, 'client-streams': 512, 'key-calls-per-minute': 4 };
  expect(sharesOf('client-streams=512,key-calls-per-minute=4')).toEqual({ shares: set, problems: [] });
  expect(sharesOf(' key-calls-per-minute=4 , client-streams=512, ')).toEqual({ shares: set, problems: [] });
});

it.each([
  ['client-streems=512', 'there is no share "client-streems"; the nearest is client-streams'],
  ['key-polls=4', 'there is no share "key-polls"; the nearest is key-calls-per-minute'],
  ['toString=4', 'there is no share "toString"; the nearest is client-streams'],
  ['client-streams', '"client-streams" has no number, such as client-streams=512'],
  ['client-streams=', 'client-streams="" is not a whole number from 1 to 1000000'],
  ['client-streams=1=2', 'client-streams="1=2" is not a whole number from 1 to 1000000'],
  ['client-streams=0', 'client-streams="0" is not a whole number from 1 to 1000000'],
  ['http-connections=7', 'http-connections="7" is not a whole number from 8 to 1000000'],
  ['client-streams=4,client-streams=4', 'client-streams is set twice'],
])('refuses %j', (text, problem) => {
  expect(sharesOf(text).problems).toEqual([`SETPOINT_SHARES: ${problem}`]);
});
