import { expect, onTestFinished, test } from 'vitest';
import { startLine } from '../../../testing/start-site.ts';
import { startSimulatedModbus, type Misbehaviour } from '../../../testing/simulated-modbus.ts';
import { modbusBus } from './modbus-bus.ts';
import { ModbusException } from './modbus-link.ts';

// So long is waited for what comes; what does not come is given up much sooner.
const PATIENT_MS = 30_000;
const IMPATIENT_MS = 50;

async function setUp({ timeoutMs = PATIENT_MS } = {}) {
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
  const patience = { isOver: false };
  const startTimer = (giveUp: () => void, ms: number) => setTimeout(giveUp, patience.isOver ? IMPATIENT_MS : ms);
  const timing = { timeoutMs, startTimer, nowMs: () => nowMs, random: () => 1 };
  const bus = modbusBus({ host: '127.0.0.1', port: device.port }, timing);
  const connection = bus.unit(1);
  onTestFinished(async () => {
    bus.close();
    await device.goDown();
  });
  const advance = (byMs: number): void => {
    nowMs += byMs;
  };
  /** Habits that leave it without an answer are given up soon. */
  const misbehave = (how: Misbehaviour | null): void => {
    patience.isOver = how === 'silent' || how === 'half_answer';
    device.misbehave(how);
  };
  return {
    device,
    bus,
    connection,
    misbehave,
    advance,
    read: () => connection.use((link) => link.read(0, 4)),
  };
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

test.each(['half_answer', 'too_few_registers', 'foreign_transaction', 'babbles', 'hangs_up'] as const)(
  'after a device that is %s the connection is opened again',
  async (habit: Misbehaviour) => {
    const { device, advance, read, misbehave } = await setUp();
    // One that hangs up after its first answer may do so after each.
    for (let answers = 0; answers < 2; answers += 1) expect(await read()).toEqual([10, 11, 12, 13]);
    misbehave(habit);
    await expect(read()).rejects.toThrow(/The link to 127\.0\.0\.1:\d+ unit 1 failed/);
    misbehave(null);
    advance(1000);
    expect(await read()).toEqual([10, 11, 12, 13]);
    expect(device.connectionsMade()).toBe(2);
    await expect.poll(() => device.connectionsOpen()).toBe(1);
  },
);

test('silence keeps the connection until it has lasted, and an answer that is late is dropped', async () => {
  const { device, advance, read, connection, misbehave } = await setUp();
  misbehave('silent');
  for (let silence = 0; silence < 3; silence += 1) {
    await expect(read()).rejects.toThrow(/no answer came within 30000 ms/);
    expect(device.connectionsMade()).toBe(1);
    advance(30_000);
  }
  misbehave(null);
  expect(await read()).toEqual([10, 11, 12, 13]);
  expect(device.connectionsMade()).toBe(2);
  const answer = Promise.withResolvers<void>();
  const line = await startLine(device);
  line.onAnswer = ({ pass }) => void answer.promise.then(() => pass());
  let isLate = true;
  const startTimer = (giveUp: () => void, ms: number) => setTimeout(giveUp, isLate ? IMPATIENT_MS : ms);
  const timing = { timeoutMs: PATIENT_MS, startTimer, nowMs: () => 0, random: () => 0 };
  const late = modbusBus({ host: '127.0.0.1', port: line.port }, timing);
  const unit = late.unit(1);
  await expect(unit.use((link) => link.read(0, 1))).rejects.toThrow(/no answer/);
  isLate = false;
  answer.resolve();
  expect(await unit.use((link) => link.read(2, 2))).toEqual([12, 13]);
  expect(device.connectionsMade()).toBe(3);
  await connection.use((link) => link.write(0, [1]));
  late.close();
});

test.each([
  ['answers in pieces of one byte are put together', 0, PATIENT_MS],
  ['an answer that comes slowly is waited for: only silence is given up', 60, 600],
])('%s', async (_, betweenMs, timeoutMs) => {
  const { device } = await setUp();
  const line = await startLine(device);
  line.onAnswer = ({ bytes, pass }) =>
    bytes.forEach((_byte, at) => setTimeout(() => pass(bytes.subarray(at, at + 1)), betweenMs * at));
  const bus = modbusBus({ host: '127.0.0.1', port: line.port }, { timeoutMs, nowMs: () => 0, random: () => 0 });
  onTestFinished(() => bus.close());
  expect(await bus.unit(1).use((link) => link.read(0, 4))).toEqual([10, 11, 12, 13]);
});

test('units behind one address share its connection, and one that is silent stops no other', async () => {
  // The one that is silent has all of it.
  const { device, bus, connection } = await setUp({ timeoutMs: 2_000 });
  device.addUnit(7, { read: (_, count) => Array.from({ length: count }, () => 7), write: () => true });
  const silent = bus.unit(9);
  const results = await Promise.allSettled([
    silent.use((link) => link.read(0, 1)),
    connection.use((link) => link.read(0, 1)),
    bus.unit(7).use((link) => link.read(0, 2)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  // It is left alone for a while.
  await expect(silent.use((link) => link.read(0, 1))).rejects.toThrow(/unit 9 was silent; the next attempt/);
  expect(await bus.unit(7).use((link) => link.read(0, 2))).toEqual([7, 7]);
  expect(device.connectionsMade()).toBe(1);
});

test('a device that babbles is cut off long before its answer is due', async () => {
  const { read, misbehave } = await setUp({ timeoutMs: 60_000 });
  misbehave('babbles');
  await expect(read()).rejects.toThrow(/failed/);
});

test('a clock that is set back does not make the pause longer', async () => {
  const { advance, read, misbehave } = await setUp();
  misbehave('hangs_up');
  await expect(read()).rejects.toThrow(/failed/);
  misbehave(null);
  await expect(read()).rejects.toThrow(/next attempt/);
  advance(-3_600_000);
  expect(await read()).toEqual([10, 11, 12, 13]);
});

test('a refusal is told by its code and keeps the connection', async () => {
  const { device, read, misbehave } = await setUp();
  misbehave('refuses');
  const refusal = await read().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ModbusException);
  expect(refusal).toMatchObject({ code: 4 });
  misbehave(null);
  expect(await read()).toEqual([10, 11, 12, 13]);
  expect(device.connectionsMade()).toBe(1);
});

test('the pauses between attempts double up to half a minute and end with an answer', async () => {
  const { device, advance, read, misbehave } = await setUp();
  misbehave('hangs_up');
  for (const pauseMs of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = device.connectionsMade();
    await expect(read()).rejects.toThrow(/failed/);
    advance(pauseMs - 1);
    await expect(read()).rejects.toThrow(/next attempt/);
    expect(device.connectionsMade()).toBe(before + 1);
    advance(1);
  }
  misbehave(null);
  await read();
  misbehave('hangs_up');
  await expect(read()).rejects.toThrow(/failed/);
  misbehave(null);
  advance(1000);
  expect(await read()).toEqual([10, 11, 12, 13]);
});

test('a closed connection takes no more work', async () => {
  const { bus, read } = await setUp();
  await read();
  bus.close();
  await expect(read()).rejects.toThrow(/closed/);
});

test('a connection that was closed once after an answer is not taken for one of each request', async () => {
  const { device, misbehave, read } = await setUp();
  misbehave('one_answer_each');
  await read();
  misbehave(null);
  for (let time = 0; time < 4; time += 1) await read();
  expect(device.connectionsMade()).toBe(2);
});

test('a connection for each request is made fifty times a second at most', async () => {
  const { device, misbehave, read } = await setUp();
  misbehave('one_answer_each');
  for (let time = 0; time < 3; time += 1) await read();
  const [beganAtMs, before] = [performance.now(), device.connectionsMade()];
  for (let time = 0; time < 10; time += 1) await read();
  expect(device.connectionsMade() - before).toBe(10);
  expect(performance.now() - beganAtMs).toBeGreaterThan(150);
});
