import type { Block } from './block.ts';
import { derControls, type TimerStart } from './der-controls.ts';
import { type SimulatedModbus, startSimulatedModbus } from './simulated-modbus.ts';

type Followed = ReturnType<ReturnType<typeof derControls>['follows']>;

export interface SimulatedDerConfig {
  /** The models in the order of the device; the end marker is added unless `hasEnd` is false. */
  blocks: readonly Block[];
  hasEnd?: boolean;
  base?: number;
  timerStartsOn?: TimerStart;
  /** Offsets in a model of controls whose writes the device acknowledges and ignores. */
  ignores?: readonly number[];
  /** What it makes of its controls after a write. */
  keeps?: (block: Block) => void;
  /** What it shows of what it does, in place of the model with the same id. */
  physics?: (followed: Followed) => Block;
  nowMs?: () => number;
  unitId?: number;
  /** The device that it shares its address with; without one it has an address of its own. */
  behind?: SimulatedModbus;
  /** Addresses at which a read gets no answer. */
  silentAt?: readonly number[];
  mostRegisters?: number;
}

export type SimulatedDer = Awaited<ReturnType<typeof startSimulatedDer>>;

const marker = [0x5375, 0x6e53];
const controlIds = [704, 123, 124];

/** A SunSpec device for the tests: registers, and controls that do what they say, behind a Modbus TCP server. */
export async function startSimulatedDer(config: SimulatedDerConfig) {
  const { base = 40_000, hasEnd = true, ignores = [], physics, keeps } = config;
  const { nowMs = () => 0, timerStartsOn = 'enable', unitId = 1, silentAt, mostRegisters, behind } = config;
  const blocks = config.blocks.map((block) => [...block]);
  const { written, follows } = derControls(blocks, nowMs, timerStartsOn);
  /** Every write so far: the offset of its first register in its model, and the registers. */
  const writes: { offset: number; values: number[] }[] = [];
  /** What the device followed after each write; null if nothing. */
  const obeyed: Followed[] = [];
  /** Puts other registers in place of those of the model with the same id. */
  const replace = (block: Block): void => {
    const index = blocks.findIndex(([id]) => id === block[0]);
    blocks[index]?.splice(0, block.length, ...block);
  };
  /** Puts a model in front of all others, as a device does that shows more of itself: every address after it moves. */
  const insert = (block: Block): void => void blocks.unshift([...block]);
  const startOf = (wanted: Block) => marker.length + blocks.slice(0, blocks.indexOf(wanted)).flat().length;

  const read = (address: number, count: number): number[] | undefined => {
    const followed = follows();
    if (physics) replace(physics(followed));
    const memory = [...marker, ...blocks.flat(), ...(hasEnd ? [0xffff, 0] : [])];
    const words = address < base ? [] : memory.slice(address - base, address - base + count);
    return words.length === count ? words : undefined;
  };
  const write = (address: number, values: readonly number[]): boolean => {
    const found = blocks
      .filter(([id]) => controlIds.includes(id ?? 0))
      .map((block) => ({ block, offset: address - base - startOf(block) }))
      .find(({ block, offset }) => offset >= 2 && offset + values.length <= block.length);
    if (found === undefined) return false;
    const { block, offset } = found;
    follows();
    for (const [index, value] of values.entries()) if (!ignores.includes(offset + index)) block[offset + index] = value;
    keeps?.(block);
    written(block, offset, values.length);
    writes.push({ offset, values: [...values] });
    obeyed.push(follows());
    return true;
  };
  behind?.addUnit(unitId, { read, write });
  const modbus = behind ?? (await startSimulatedModbus({ unitId, silentAt, mostRegisters }, { read, write }));
  return { ...modbus, writes, obeyed, follows, replace, insert, [Symbol.asyncDispose]: () => modbus.goDown() };
}
