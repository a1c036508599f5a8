import { expect, it } from 'vitest';
import { createSettingsReader } from '../wire/settings-reader.ts';
import { movedToShares, readShares } from './read-shares.ts';
import { SHARES } from './shares.ts';

function sharesOf(text?: string) {
  const problems: string[] = [];
  const environment = text === undefined ? {} : { SETPOINT_SHARES: text };
  return { shares: readShares(createSettingsReader(environment, problems), environment), problems };
}

it('each share is what its table says, unless it is set', () => {
  const standard = Object.fromEntries(Object.entries(SHARES).map(([name, { byDefault }]) => [name, byDefault]));
  expect(sharesOf()).toEqual({ shares: standard, problems: [] });
  const set = { ...standard, 'client-streams': 512, 'key-polls': 4 };
  expect(sharesOf('client-streams=512,key-polls=4')).toEqual({ shares: set, problems: [] });
  expect(sharesOf(' key-polls=4 , client-streams=512, ')).toEqual({ shares: set, problems: [] });
});

it('each default is within the bounds of its share, as these are', () => {
  const settings = Object.entries(SHARES).flatMap(([name, { byDefault, min, max }]) =>
    [byDefault, min, max].map((most) => `${name}=${most}`),
  );
  expect(settings.flatMap((setting) => sharesOf(setting).problems)).toEqual([]);
});

it.each([
  ['client-streems=512', 'there is no share "client-streems"; the nearest is client-streams'],
  ['CLIENT_STREAMS=512', 'there is no share "CLIENT_STREAMS"; the nearest is client-streams'],
  ['polls=4', 'there is no share "polls"; the nearest is key-polls'],
  ['toString=4', 'there is no share "toString"; the nearest is client-streams'],
  ['client-streams', '"client-streams" has no number, such as client-streams=512'],
  ['512', '"512" has no number, such as client-streams=512'],
  ['client-streams=', 'client-streams="" is not a whole number from 1 to 1000000'],
  ['client-streams=many', 'client-streams="many" is not a whole number from 1 to 1000000'],
  ['client-streams=1.5', 'client-streams="1.5" is not a whole number from 1 to 1000000'],
  ['client-streams=1=2', 'client-streams="1=2" is not a whole number from 1 to 1000000'],
  ['client-streams=0', 'client-streams="0" is not a whole number from 1 to 1000000'],
  ['webhook-attempts-kept=99', 'webhook-attempts-kept="99" is not a whole number from 100 to 1000000'],
  ['key-polls=4,key-polls=4', 'key-polls is set twice'],
])('refuses %j', (text, problem) => {
  expect(sharesOf(text).problems).toEqual([`SETPOINT_SHARES: ${problem}`]);
});

it('lists all that is wrong', () => {
  expect(sharesOf('polls=4,client-streams=0,key-polls=1,key-polls=2').problems).toHaveLength(3);
});

it('takes the variable that a share was before, unless the list names it', () => {
  const problems: string[] = [];
  const environment = { SETPOINT_SHARES: 'key-polls=4', SETPOINT_KEY_POLLS: '9', SETPOINT_CLIENT_STREAMS: '512' };
  expect(readShares(createSettingsReader(environment, problems), environment)).toMatchObject({
    'key-polls': 4,
    'client-streams': 512,
  });
  const none = { SETPOINT_CLIENT_STREAMS: '0' };
  readShares(createSettingsReader(none, problems), none);
  expect(problems).toEqual(['SETPOINT_CLIENT_STREAMS: "0" is not a whole number from 1 to 1000000']);
});

it('says what to write in the place of such variables', () => {
  expect(movedToShares({ SETPOINT_SHARES: 'key-polls=4', SETPOINT_CLIENT_CALLS_PER_MINUTE: '1' })).toEqual([]);
  const both = { SETPOINT_SHARES: 'body-bytes=1048576', SETPOINT_KEY_POLLS: '4', SETPOINT_HTTP_CONNECTIONS: '100' };
  expect(movedToShares(both)).toEqual([
    'SETPOINT_HTTP_CONNECTIONS and SETPOINT_KEY_POLLS will end with the next minor version: ' +
      'set SETPOINT_SHARES=body-bytes=1048576,http-connections=100,key-polls=4',
  ]);
});
