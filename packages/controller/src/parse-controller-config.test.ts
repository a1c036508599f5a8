import { expect, test } from 'vitest';
import { parseControllerConfig } from './parse-controller-config.ts';

const config = {
  service: 'mqtts://setpoint.example.com:8883',
  siteId: '00000000-0000-4000-8000-0000000000aa',
  controllerKey: `sck_${'k'.repeat(43)}`,
  driver: { kind: 'simulated', site: 'School Lyon' },
};
const parse = (changes: object) => parseControllerConfig(JSON.stringify({ ...config, ...changes }));

test('what is left out is the default', () => {
  expect(parse({})).toEqual({ kind: 'config', config: { ...config, dataDir: './controller-data', reportSeconds: 30 } });
  expect(parse({ dataDir: '/var/lib/x', reportSeconds: 5 })).toMatchObject({
    config: { dataDir: '/var/lib/x', reportSeconds: 5 },
  });
});

test('all that is wrong is said at once, each with its place', () => {
  const wrong = {
    service: 'ftp://x',
    siteId: '7',
    reportSeconds: 0,
    colour: 'red',
    driver: { kind: 'simulated', site: 'Atlantis' },
  };
  const parsed = parse({ ...wrong, controllerKey: undefined });
  const places = parsed.kind === 'invalid' ? parsed.problems.map((problem) => problem.split(':')[0]) : [];
  expect(new Set(places)).toEqual(new Set(['driver.site', 'reportSeconds', 'service', 'siteId', 'the file']));
  expect(JSON.stringify(parsed)).toContain('there is no setting colour');
  expect(JSON.stringify(parsed)).toContain("required property 'controllerKey'");
});

test('a file that is no JSON is no configuration', () => {
  expect(parseControllerConfig('service: x')).toEqual({ kind: 'invalid', problems: ['the file: must be object'] });
});
