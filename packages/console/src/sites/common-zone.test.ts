import { expect, it } from 'vitest';
import { commonZone } from './common-zone.ts';

it.each<[string, string[], string]>([
  ['that of most sites', ['Europe/Berlin', 'Europe/London', 'Europe/Berlin'], 'Europe/Berlin'],
  ['the first by name of two', ['Europe/London', 'Europe/Berlin'], 'Europe/Berlin'],
  ['UTC without sites', [], 'UTC'],
])('the zone of a fleet is %s', (_title, zones, expected) => {
  expect(commonZone(zones.map((timeZone) => ({ timeZone })))).toBe(expected);
});
