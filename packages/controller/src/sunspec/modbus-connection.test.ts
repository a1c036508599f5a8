import { expect, onTestFinished, test } from 'vitest';
import { startSimulatedModbus, type Misbehaviour } from '../testing/simulated-modbus.ts';
import { modbusConnection } from './modbus-connection.ts';
import { ModbusException } from './modbus-link.ts';

async function setUp({ unitId = 1, timeoutMs = 200 } = {}) {
  const memory = [10, 11, 12, 13];
  const device = await startSimulatedModbus(
    { unitId: 1 },
    {
      read: (address, count) => memory.slice(address, address + count),
      write: (address, values) => {
        memory.splice(address, values.length, ...values);
        return true;
      },
    },
  );
  let nowMs = 0;
  const timing = { timeoutMs, nowMs: () => nowMs, random: () => 1 };
  const connection = modbusConnection({ host: '127.0.0.1', port: device.port, unitId }, timing);
  onTestFinished(async () => {
    connection.close();
    await device.goDown();
  });
  const advance = (byMs: number): void => {
    nowMs += byMs;
  };
  return { device, connection, advance, read: () => connection.use((link) => link.read(0, 4)) };
}

test('work takes turns, and one connection serves it all', async () => {
  const { device, connection, read } = await setUp();
  const order: string[] = [];
  const first = connection.use(async (link) => {
    await link.write(0, [1, 2]);
    order.push('written');
    await link.write(2, [3, 4]);
    order.push('written again');
  });
  const second = read().then((values) => order.push(values.join(' ')));
  await Promise.all([first, second]);
  expect(order).toEqual(['written', 'written again', '1 2 3 4']);
  expect(device.connectionsMade()).toBe(1);
});

test.each(['silent', 'half_answer', 'too_few_registers', 'foreign_transaction', 'babbles', 'hangs_up'] as const)(
  'after a device that is %s the connection is opened again',
  async (habit: Misbehaviour) => {
    const { device, advance, read } = await setUp();
    expect(await read()).toEqual([10, 11, 12, 13]);
    device.misbehave(habit);
    await expect(read()).rejects.toThrow(/The link to 127\.0\.0\.1:\d+ unit 1 failed/);
    device.misbehave(null);
    advance(1000);
    expect(await read()).toEqual([10, 11, 12, 13]);
    expect(device.connectionsMade()).toBe(2);
    await expect.poll(() => device.connectionsOpen()).toBe(1);
  },
);

test('a device that babbles is cut off long before its answer is due', async () => {
  const { device, read } = await setUp({ timeoutMs: 60_000 });
  device.misbehave('babbles');
  await expect(read()).rejects.toThrow(/failed/);
});

test('a clock that is set back does not make the pause longer', async () => {
  const { device, advance, read } = await setUp();
  device.misbehave('hangs_up');
  await expect(read()).rejects.toThrow(/failed/);
  device.misbehave(null);
  await expect(read()).rejects.toThrow(/next attempt/);
  advance(-3_600_000);
  expect(await read()).toEqual([10, 11, 12, 13]);
});

test('a refusal is told by its code and keeps the connection', async () => {
  const { device, read } = await setUp();
  device.misbehave('refuses');
  const refusal = await read().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ModbusException);
  expect(refusal).toMatchObject({ code: 4 });
  device.misbehave(null);
  expect(await read()).toEqual([10, 11, 12, 13]);
  expect(device.connectionsMade()).toBe(1);
});

test('a device with another unit id is not reached', async () => {
  const { read } = await setUp({ unitId: 9 });
  await expect(read()).rejects.toThrow(/unit 9 failed: Req timed out/);
});

test('the pauses between attempts double up to half a minute and end with an answer', async () => {
  const { device, advance, read } = await setUp();
  device.misbehave('hangs_up');
  for (const pauseMs of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = device.connectionsMade();
    await expect(read()).rejects.toThrow(/failed/);
    advance(pauseMs - 1);
    await expect(read()).rejects.toThrow(/next attempt/);
    expect(device.connectionsMade()).toBe(before + 1);
    advance(1);
  }
  device.misbehave(null);
  await read();
  device.misbehave('hangs_up');
  await expect(read()).rejects.toThrow(/failed/);
  device.misbehave(null);
  advance(1000);
  expect(await read()).toEqual([10, 11, 12, 13]);
});

test('nothing listening is a failure that says where', async () => {
  const { device, read } = await setUp();
  await device.goDown();
  await expect(read()).rejects.toThrow(/127\.0\.0\.1:\d+ unit 1 cannot be reached/);
});

test('a closed connection takes no more work', async () => {
  const { connection, read } = await setUp();
  await read();
  connection.close();
  await expect(read()).rejects.toThrow(/closed/);
});
