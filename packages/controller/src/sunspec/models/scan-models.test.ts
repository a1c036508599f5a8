import { expect, test } from 'vitest';
import { capacity, commonModel, controls, measurement, storage, vendorModel } from '../../../testing/block.ts';
import { startSimulatedDer, type SimulatedDer } from '../../../testing/simulated-der.ts';
import { modbusBus } from '../modbus/modbus-bus.ts';
import { scanModels } from './scan-models.ts';

const scan = async ({ port }: SimulatedDer) => {
  const timing = { timeoutMs: 2000, nowMs: () => 0, random: () => 0 };
  const bus = modbusBus({ host: '127.0.0.1', port }, timing);
  try {
    return await bus.unit(1).use(scanModels());
  } finally {
    bus.close();
  }
};

test.each([40_000, 50_000, 0])('the list of models is found at %i', async (base) => {
  await using der = await startSimulatedDer({ base, blocks: [commonModel(), measurement({})] });
  expect(await scan(der)).toEqual([
    { id: 1, address: base + 2, length: 66 },
    { id: 701, address: base + 70, length: 153 },
  ]);
});

test('models are found in any order, with models of vendors between them', async () => {
  const blocks = [storage({}), vendorModel(3), controls({}), vendorModel(0), capacity({}), commonModel()];
  await using der = await startSimulatedDer({ blocks });
  expect((await scan(der)).map(({ id }) => id)).toEqual([713, 64_001, 704, 64_001, 702, 1]);
});

test.each([
  ['without its end marker', capacity({})],
  ['in a length beyond the last register', [702, 20_000]],
])('a list that stops %s ends where the registers do', async (_, last) => {
  await using der = await startSimulatedDer({ blocks: [commonModel(), last], hasEnd: false });
  expect((await scan(der)).map(({ id }) => id)).toEqual([1, 702]);
});

test('a length beyond the last address is refused', async () => {
  await using der = await startSimulatedDer({ blocks: [commonModel(), [64_001, 0xffff]] });
  await expect(scan(der)).rejects.toThrow(/no end/);
});

test('a list of empty models without end is refused after two hundred of them', async () => {
  const empty = Array.from({ length: 5000 }, () => vendorModel(0));
  await using der = await startSimulatedDer({ blocks: empty, hasEnd: false });
  await expect(scan(der)).rejects.toThrow(/no end/);
  expect(der.requestsSeen()).toBeLessThan(210);
});
