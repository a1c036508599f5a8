import { ModbusException, type ModbusLink } from '../modbus/modbus-link.ts';

/** Where a model is: the address of its id, and the registers that follow its id and length. */
export interface PlacedModel {
  id: number;
  address: number;
  length: number;
}

/** Every model of the device in its order, vendors' models too. */
type ScanModels = (link: ModbusLink) => Promise<PlacedModel[]>;

/** Where SunSpec allows the list of models to begin. */
const bases = [40_000, 50_000, 0] as const;
const signature = [0x5375, 0x6e53] as const;
const endId = 0xffff;
const lastAddress = 0xffff;
// A device has a dozen or two; the bound is for one that never ends its list.
const mostModels = 200;

/** With a base address, the list begins there and nowhere else. */
export function scanModels(baseAddress?: number): ScanModels {
  let candidates = baseAddress === undefined ? [...bases] : [baseAddress];

  const findBase = async (link: ModbusLink): Promise<number | undefined> => {
    let refusal: unknown;
    for (const base of candidates) {
      try {
        const words = await readWhereItExists(link, base);
        if (words?.[0] === signature[0] && words[1] === signature[1]) return base;
      } catch (error) {
        // Silence ends the connection: the next one begins at another address.
        if (error instanceof ModbusException) refusal ??= error;
        else {
          candidates = [...candidates.filter((one) => one !== base), base];
          throw error;
        }
      }
    }
    if (refusal !== undefined) throw refusal;
    return undefined;
  };

  return async (link) => {
    const base = await findBase(link);
    if (base === undefined) throw new Error(`The device has no SunSpec models at ${listOf(candidates)}.`);
    return walkModels(link, base + signature.length);
  };
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

// A device that is busy, or a gateway that cannot reach it, says nothing about what is there.
async function readWhereItExists(link: ModbusLink, address: number): Promise<readonly number[] | undefined> {
  try {
    return await link.read(address, 2);
  } catch (error) {
    if (error instanceof ModbusException && error.isAboutAddress) return undefined;
    throw error;
  }
}

function listOf(addresses: readonly number[]): string {
  const sorted = addresses.toSorted((a, b) => bases.indexOf(a as 0) - bases.indexOf(b as 0));
  const last = sorted.at(-1);
  return sorted.length > 1 ? `${sorted.slice(0, -1).join(', ')} or ${last}` : String(last);
}
