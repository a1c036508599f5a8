import { expect, test } from 'vitest';
import { commonModel } from '../../testing/block.ts';
import { batteryBlocks, connect, deviceOf, solarBlocks, startDer } from '../../testing/start-site.ts';
import { sameSerials } from './same-serials.ts';

const named = (serial: string) => [commonModel({ serial }), ...batteryBlocks().slice(1)];

test('two units of a site with one serial number are told, by name', async () => {
  const one = await startDer({ blocks: named('SN-77') });
  await startDer({ behind: one, unitId: 2, blocks: named('SN-77') });
  await startDer({ behind: one, unitId: 3, blocks: named('SN-78') });
  const { driver } = connect([
    deviceOf('bess', one),
    deviceOf('bess', one, { uid: 'bess-2', unitId: 2 }),
    deviceOf('bess', one, { uid: 'bess-3', unitId: 3 }),
  ]);
  expect((await driver.read()).troubles).toEqual([
    {
      code: 'same_serial',
      asset: 'bess',
      message: 'bess-1, bess-2 have the serial number SN-77, and may be one device.',
    },
  ]);
});

test.each(['', '0000', '-'])('a serial number that says nothing, %o, is no suspicion', async (serial) => {
  const one = await startDer({ blocks: named(serial) });
  await startDer({ behind: one, unitId: 2, blocks: named(serial) });
  const { driver } = connect([deviceOf('bess', one), deviceOf('bess', one, { uid: 'bess-2', unitId: 2 })]);
  expect((await driver.read()).troubles).toEqual([]);
});

test('nor is a hybrid inverter that is listed as a battery and as panels', async () => {
  const blocks = [commonModel({ serial: 'SN-77' }), ...solarBlocks().slice(1), ...batteryBlocks().slice(4)];
  const hybrid = await startDer({ blocks });
  const { driver } = connect([deviceOf('bess', hybrid, { lowerKw: -50 }), deviceOf('solar', hybrid)]);
  const { troubles, devices } = await driver.read();
  expect([devices.children.length, troubles]).toEqual([2, []]);
});

test('nor is the number of another maker, or of another model', () => {
  const unit = (place: string, other: object = {}) => {
    return { place, names: { maker: 'Nord', model: 'B 80', serial: '77', ...other } };
  };
  expect(sameSerials([unit('1'), unit('2', { maker: 'Sued' }), unit('3', { model: 'B 90' })])).toEqual([]);
});
