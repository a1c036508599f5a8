import { expect, test } from 'vitest';
import { noTarget } from '../driver/driver.ts';
import { eachAnswer } from '../../testing/line-faults.ts';
import {
  batteryBlocks,
  connect,
  deviceOf,
  firstOf,
  newClock,
  solarBlocks,
  startDer,
  startSite,
  startLine,
} from '../../testing/start-site.ts';

test('a lost device is out of reach and keeps its ratings in the tree without its measurements, and comes back', async () => {
  const { driver, der, clock, links } = await startSite('bess');
  der.misbehave('hangs_up');
  expect(await driver.read()).toMatchObject({ devices: { children: [] }, unreached: ['bess'] });
  der.misbehave(null);
  clock.advance(30_000);
  expect((await driver.read()).unreached).toEqual([]);
  der.misbehave('hangs_up');
  const { devices, unreached } = await driver.read();
  expect(unreached).toEqual(['bess']);
  const lost = firstOf(devices);
  expect(lost).toMatchObject({ rated_power_upper_limit_kW: 90, rated_power_lower_limit_kW: -80 });
  expect(lost).not.toHaveProperty('active_power_kw');
  expect(lost).not.toHaveProperty('soc');
  der.misbehave(null);
  // Its back-off is not over.
  expect(firstOf((await driver.read()).devices)).not.toHaveProperty('soc');
  clock.advance(30_000);
  const back = await driver.read();
  expect([firstOf(back.devices)?.active_power_kw, back.unreached]).toEqual([-43.21, []]);
  const isDown = expect.stringMatching(/^bess-1 down: Error: /);
  expect(links).toEqual([isDown, 'bess-1 up', isDown, 'bess-1 up']);
});

test('a connection that closed between two ticks is opened again at once', async () => {
  const { driver, der } = await startSite('bess');
  await driver.read();
  await der.endConnections();
  expect(firstOf((await driver.read()).devices)?.soc).toBe(42.5);
  expect(der.connectionsMade()).toBe(2);
});

test('after a reconnection the models are searched for again', async () => {
  const { driver, der } = await startSite('bess');
  await driver.read();
  await startDer({ behind: der, blocks: batteryBlocks().reverse() });
  await der.endConnections();
  expect(firstOf((await driver.read()).devices)).toMatchObject({ soc: 42.5, active_power_kw: -43.21 });
});

test('one device that fails does not stop the orders to the others, and is told once', async () => {
  const broken = await startDer({ blocks: solarBlocks() });
  const sound = await startDer({ blocks: batteryBlocks() });
  const { driver, refusals } = connect([deviceOf('solar', broken), deviceOf('bess', sound)]);
  await driver.read();
  broken.misbehave('refuses');
  for (const bessKw of [5, 6]) await driver.write({ ...noTarget, bessKw, solarMaxKw: 10 });
  expect(sound.follows().setpointW).toBe(6000);
  expect(refusals).toEqual([expect.stringMatching(/^solar-1: .*Modbus exception 4/)]);
  broken.misbehave(null);
  await driver.write({ ...noTarget, bessKw: 5, solarMaxKw: 10 });
  broken.misbehave('refuses');
  await driver.write({ ...noTarget, bessKw: 5, solarMaxKw: 10 });
  expect(refusals).toHaveLength(2);
});

test('what a device that hangs up was told is not known', async () => {
  const { driver, der } = await startSite('bess');
  await driver.read();
  der.misbehave('hangs_up');
  expect(await driver.write({ ...noTarget, bessKw: 5 })).toMatchObject({ bessKw: { kind: 'unknown' } });
});

test('a device that closes each connection after its answer is read and ordered, and told as that', async () => {
  const { driver, der, links, oddities } = await startSite('bess');
  der.misbehave('one_answer_each');
  expect(firstOf((await driver.read()).devices)).toMatchObject({ soc: 42.5, active_power_kw: -43.21 });
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({});
  expect(der.follows().setpointW).toBe(25_000);
  expect(links).toEqual(['bess-1 up']);
  expect(oddities).toEqual([expect.stringMatching(/:\d+ closes each connection after its answer/)]);
  const before = [der.connectionsMade(), der.requestsSeen()] as const;
  await driver.read();
  // A connection for each request, and the models are not walked again.
  expect(der.connectionsMade() - before[0]).toBe(der.requestsSeen() - before[1]);
  expect(der.requestsSeen() - before[1]).toBeLessThan(5);
});

test('a line that loses each seventh answer is read all the same', async () => {
  const der = await startDer({ blocks: batteryBlocks() });
  const line = await startLine(der);
  eachAnswer(7, () => undefined)(line);
  const { driver } = connect([deviceOf('bess', { ...der, port: line.port })], newClock(), { timeoutMs: 300 });
  expect(firstOf((await driver.read()).devices)).toMatchObject({ soc: 42.5, active_power_kw: -43.21 });
});

test.each([60, 30])('a device that takes no more than %i registers at once is read in parts', async (mostRegisters) => {
  const { driver, der } = await startSite('bess', { mostRegisters });
  expect(firstOf((await driver.read()).devices)).toMatchObject({ soc: 42.5, active_power_kw: -43.21 });
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({});
  expect(der.follows().setpointW).toBe(25_000);
});
