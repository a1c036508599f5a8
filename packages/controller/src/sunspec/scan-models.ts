import { ModbusException, type ModbusLink } from './modbus-link.ts';

/** Where a model is: the address of its id, and the registers that follow its id and length. */
export interface PlacedModel {
  id: number;
  address: number;
  length: number;
}

/** Where SunSpec allows the list of models to begin. */
const bases = [40_000, 50_000, 0] as const;
const signature = [0x5375, 0x6e53] as const;
const endId = 0xffff;
const lastAddress = 0xffff;
// A device has a dozen or two; the bound is for one that never ends its list.
const mostModels = 200;

/** Every model of the device in its order, vendors' models too. */
export async function scanModels(link: ModbusLink): Promise<PlacedModel[]> {
  const base = await findBase(link);
  if (base === undefined) throw new Error('The device has no SunSpec models at 40000, 50000 or 0.');
  return walkModels(link, base + signature.length);
}

async function findBase(link: ModbusLink): Promise<number | undefined> {
  for (const base of bases) {
    const words = await readWhereItExists(link, base);
    if (words?.[0] === signature[0] && words[1] === signature[1]) return base;
  }
  return undefined;
}

async function walkModels(link: ModbusLink, start: number): Promise<PlacedModel[]> {
  const models: PlacedModel[] = [];
  for (let address = start; address < lastAddress;) {
    const [id, length] = (await readWhereItExists(link, address)) ?? [];
    if (id === undefined || length === undefined || id === endId) return models;
    if (models.length === mostModels) break;
    models.push({ id, address, length });
    address += 2 + length;
  }
  throw new Error('The list of models has no end.');
}

async function readWhereItExists(link: ModbusLink, address: number): Promise<readonly number[] | undefined> {
  try {
    return await link.read(address, 2);
  } catch (error) {
    if (error instanceof ModbusException) return undefined;
    throw error;
  }
}
