import { expect, test } from 'vitest';
import { plantCatalogue } from '../plant/plant-catalogue.ts';
import { parseControllerConfig } from './parse-controller-config.ts';

const config = {
  service: 'mqtts://setpoint.example.com:8883',
  siteId: '00000000-0000-4000-8000-0000000000aa',
  controllerKey: `sck_${'k'.repeat(43)}`,
  driver: { kind: 'simulated', site: 'School Lyon' },
};
const parse = (changes: object) => parseControllerConfig(JSON.stringify({ ...config, ...changes }));

test('what is left out is the default', () => {
  const driver = { kind: 'simulated', plant: plantCatalogue.find(({ name }) => name === 'School Lyon') };
  expect(parse({})).toEqual({
    kind: 'config',
    config: { ...config, driver, dataDir: './controller-data', reportSeconds: 30 },
  });
  expect(parse({ dataDir: '/var/lib/x', reportSeconds: 5, horizonHours: 48 })).toMatchObject({
    config: { dataDir: '/var/lib/x', reportSeconds: 5, horizonHours: 48 },
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
  expect(JSON.stringify(parsed)).toContain('controllerKey is missing');
});

test('a certificate has two files, and is shown over TLS alone', () => {
  const files = { certificateFile: 'controller.pem', certificateKeyFile: 'controller.key' };
  expect(parse(files)).toMatchObject({ kind: 'config', config: { certificate: files } });
  expect(parse({ certificateFile: 'controller.pem' })).toMatchObject({
    problems: ['the file: certificateKeyFile is missing'],
  });
  expect(parse({ ...files, service: 'mqtt://127.0.0.1' })).toMatchObject({
    problems: ['service: must be an https or mqtts address to show a certificate'],
  });
});

test('a file that is no JSON is no configuration', () => {
  expect(problems('service: x')).toEqual([expect.stringMatching(/^the file: is no JSON: /)]);
  expect(problems('7')).toEqual(['the file: must be object']);
});

const problems = (text: string) => {
  const parsed = parseControllerConfig(text);
  return parsed.kind === 'invalid' ? parsed.problems : [];
};
const problemsWith = (driver: unknown) => problems(JSON.stringify({ ...config, driver }));

test('every plant of the catalogue can be written into a file', () => {
  for (const plant of plantCatalogue) {
    expect(parse({ driver: { kind: 'simulated', plant } })).toMatchObject({ config: { driver: { plant } } });
  }
});

const farm = plantCatalogue.find(({ name }) => name === 'Dairy farm Friesland');
const brewery = plantCatalogue.find(({ name }) => name === 'Brewery Plzen');

test('all that is wrong with a plant is said at once', () => {
  const plant = {
    ...brewery,
    latitude: 91,
    seed: 1.5,
    colour: 'red',
    timeZone: undefined,
    solar: { peakKw: 0, ratedKw: '5', tiltDeg: 10 },
    load: { ...brewery?.load, profile: 'brewery' },
  };
  expect(new Set(problemsWith({ kind: 'simulated', plant }))).toEqual(
    new Set([
      'driver.plant: timeZone is missing',
      'driver.plant: there is no setting colour',
      'driver.plant.latitude: must be <= 90',
      'driver.plant.seed: must be integer',
      'driver.plant.solar.peakKw: must be > 0',
      'driver.plant.solar.ratedKw: must be number',
      expect.stringMatching(/^driver\.plant\.load\.profile: must be one of .*retail/),
    ]),
  );
});

test('what does not fit together in a plant is said at once', () => {
  const plant = {
    ...farm,
    timeZone: 'Europe/Atlantis',
    genset: { ...farm?.genset, minKw: 101 },
    battery: { ...brewery?.battery, initialSocPcnt: 99 },
    heatPump: { ...brewery?.heatPump, lowC: 22 },
  };
  expect(problemsWith({ kind: 'simulated', plant })).toEqual([
    'driver.plant.timeZone: there is no time zone Europe/Atlantis',
    'driver.plant.battery.initialSocPcnt: must lie between minSocPcnt and maxSocPcnt',
    'driver.plant.heatPump.lowC: must be below highC',
    'driver.plant.genset.minKw: must not exceed ratedKw',
  ]);
  const crossed = { ...brewery?.battery, minSocPcnt: 95 };
  expect(problemsWith({ kind: 'simulated', plant: { ...farm, battery: crossed } })).toEqual([
    'driver.plant.battery.minSocPcnt: must be below maxSocPcnt',
  ]);
});

const battery = { uid: 'bess-1', name: 'Battery', kind: 'bess', host: '192.0.2.10' };
const sunspec = { kind: 'sunspec', name: 'Depot north', devices: [battery] };

test('devices that speak SunSpec are taken as they are written', () => {
  const full = {
    ...sunspec,
    devices: [
      { ...battery, port: 1502, unitId: 126, upperKw: 5, lowerKw: -5, allowWithoutReversion: true },
      { ...battery, uid: 'bess-2', patienceSeconds: 90 },
    ],
    reversionSeconds: 30,
    timeoutMs: 500,
    storage: { ownMode: 'self_consumption', minSocPercent: 10, maxSocPercent: 90, fadePercent: 5 },
  };
  for (const driver of [sunspec, full]) expect(parse({ driver })).toMatchObject({ kind: 'config', config: { driver } });
});

test('all that is wrong with such devices is said at once', () => {
  const wrong = { ...battery, kind: 'tide', port: 0, lowerKw: 5, host: '', colour: 'red' };
  const { uid: _, ...nameless } = battery;
  expect(new Set(problemsWith({ ...sunspec, devices: [wrong, nameless], reversionSeconds: 1 }))).toEqual(
    new Set([
      'driver.devices.0: there is no setting colour',
      'driver.devices.0.kind: must be one of bess, genset, solar, wind, grid, load, ev, heatpump',
      'driver.devices.0.port: must be >= 1',
      'driver.devices.0.lowerKw: must be <= 0',
      'driver.devices.0.host: must NOT have fewer than 1 characters',
      'driver.devices.1: uid is missing',
      'driver.reversionSeconds: must be >= 5',
    ]),
  );
  const storage = { minSocPercent: 90, maxSocPercent: 10 };
  expect(problemsWith({ ...sunspec, devices: [battery, battery], storage })).toEqual([
    'driver.devices.1.uid: another device has it',
    'driver.devices.1.host: another device of its kind is at the same place',
    'driver.storage.minSocPercent: must be below maxSocPercent',
  ]);
});

test('a battery, panels and a meter may be one device, and a meter is told its ratings', () => {
  const meter = { ...battery, uid: 'grid-1', kind: 'grid', positiveIs: 'export' };
  const devices = [battery, { ...battery, uid: 'pv-1', kind: 'solar' }, { ...meter, upperKw: 100, lowerKw: -100 }];
  expect(parse({ driver: { ...sunspec, devices } })).toMatchObject({ kind: 'config' });
  expect(problemsWith({ ...sunspec, devices: [battery, meter] })).toEqual([
    'driver.devices.1.upperKw: is needed, because a meter states no ratings',
    'driver.devices.1.lowerKw: is needed, because a meter states no ratings',
  ]);
  const nothing = { ...meter, upperKw: 0, lowerKw: 0 };
  expect(problemsWith({ ...sunspec, devices: [nothing] })).toEqual([
    'driver.devices.0.upperKw: is what it can carry; with 0, and no lowerKw, that is nothing',
  ]);
});
