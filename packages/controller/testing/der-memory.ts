import type { Block } from './block.ts';
import { derControls, type DerControls, type TimerStart } from './der-controls.ts';
import { legacyControls } from './legacy-controls.ts';
import type { Registers } from './simulated-modbus.ts';

interface Followed {
  setpointW: number | null;
  limitPct: number | null;
}

export interface DerMemoryConfig {
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
}

/** The registers of a SunSpec device, whose controls do what they say. */
export interface DerMemory extends Registers {
  /** Every write so far: the offset of its first register in its model, and the registers. */
  writes: { offset: number; values: number[] }[];
  /** What the device followed after each write; null if nothing. */
  obeyed: Followed[];
  /** What it follows now. */
  follows(): Followed;
  /** Puts other registers in place of those of the model with the same id. */
  replace(block: Block): void;
  /** Puts a model in front of all others, as a device does that shows more of itself: every address after it moves. */
  insert(block: Block): void;
}

const marker = [0x5375, 0x6e53];
const endMarker = [0xffff, 0];
const controlIds = [704, 123, 124];

export function derMemory(config: DerMemoryConfig): DerMemory {
  const { base = 40_000, hasEnd = true, ignores = [], physics, keeps } = config;
  const blocks = config.blocks.map((block) => [...block]);
  const controls = controlsOf(blocks, config);
  const writes: DerMemory['writes'] = [];
  const obeyed: Followed[] = [];
  const follows = (): Followed => {
    controls.runTimers();
    return { setpointW: controls.setpointW(), limitPct: controls.limitPct() };
  };
  const replace = (block: Block): void => {
    const index = blocks.findIndex(([id]) => id === block[0]);
    blocks[index]?.splice(0, block.length, ...block);
  };
  const memory = (): number[] => [...marker, ...blocks.flat(), ...(hasEnd ? endMarker : [])];

  return {
    writes,
    obeyed,
    follows,
    replace,
    insert: (block) => blocks.unshift([...block]),
    read: (address, count) => {
      const followed = follows();
      if (physics) replace(physics(followed));
      const words = address < base ? [] : memory().slice(address - base, address - base + count);
      return words.length === count ? words : undefined;
    },
    write: (address, values) => {
      const found = blocks
        .filter(([id]) => controlIds.includes(id ?? 0))
        .map((block) => ({ block, offset: address - base - startOf(blocks, block) }))
        .find(({ block, offset }) => offset >= 2 && offset + values.length <= block.length);
      if (found === undefined) return false;
      const { block, offset } = found;
      controls.runTimers();
      for (const [index, value] of values.entries())
        if (!ignores.includes(offset + index)) block[offset + index] = value;
      keeps?.(block);
      controls.written(offset, values.length, block[0] ?? 0);
      writes.push({ offset, values: [...values] });
      obeyed.push(follows());
      return true;
    },
  };
}

function controlsOf(
  blocks: readonly Block[],
  { nowMs = () => 0, timerStartsOn = 'enable' }: DerMemoryConfig,
): DerControls {
  const blockOf = (id: number): Block | undefined => blocks.find(([one]) => one === id);
  const both = blockOf(704);
  return both ? derControls(both, nowMs, timerStartsOn) : legacyControls(blockOf(123), blockOf(124), nowMs);
}

function startOf(blocks: readonly Block[], wanted: Block): number {
  return marker.length + blocks.slice(0, blocks.indexOf(wanted)).flat().length;
}
