import { expect, it } from 'vitest';
import { readShares } from '../limits/read-shares.ts';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { readConnectionSettings } from './settings.ts';

function settingsOf(environment: Environment) {
  const read = createSettingsReader(environment, []);
  return readConnectionSettings(read, readShares(read));
}

const STANDARD = {
  all: undefined,
  http: 32_768,
  mqtt: 32_768,
  ops: 64,
  strangers: 2_048,
  strangersOfAddress: 512,
  ofClient: 512,
};

it.each([
  ['follow from the file handles, if nothing is set', {}, STANDARD],
  ['are as usual at each port, if there are fewer', { SETPOINT_CONNECTIONS: '98304' }, { ...STANDARD, all: 98_304 }],
  [
    'are more at each port, if there are more',
    { SETPOINT_CONNECTIONS: '300000' },
    { ...STANDARD, all: 300_000, http: 100_000, mqtt: 100_000 },
  ],
  [
    'are what a share says',
    { SETPOINT_CONNECTIONS: '300000', SETPOINT_SHARES: 'http-connections=8,client-connections=9' },
    { ...STANDARD, all: 300_000, http: 8, mqtt: 100_000, ofClient: 9 },
  ],
])('connections %s', (_how, environment, settings) => {
  expect(settingsOf(environment)).toEqual(settings);
});
