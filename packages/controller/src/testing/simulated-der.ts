import type { Block } from './block.ts';
import { derControls, type DerControls, type TimerStart } from './der-controls.ts';
import { startSimulatedModbus, type SimulatedModbus } from './simulated-modbus.ts';

export interface SimulatedDerConfig {
  /** The models in the order of the device; the end marker is added unless `hasEnd` is false. */
  blocks: readonly Block[];
  hasEnd?: boolean;
  base?: number;
  unitId?: number;
  /** A free one unless it takes the place of another device. */
  port?: number;
  timerStartsOn?: TimerStart;
  /** Offsets in model 704 whose writes the device acknowledges and ignores. */
  ignores?: readonly number[];
  /** Addresses at which a read gets no answer. */
  silentAt?: readonly number[];
  nowMs?: () => number;
}

/** A SunSpec device for the tests: registers and controls behind a Modbus TCP server. */
export interface SimulatedDer extends SimulatedModbus, AsyncDisposable {
  /** Every write so far: the offset of its first register in model 704, and the registers. */
  writes: { offset: number; values: number[] }[];
  /** What the device followed after each write; null if nothing. */
  obeyed: { setpointW: number | null; limitPct: number | null }[];
  /** What it follows now. */
  follows(): { setpointW: number | null; limitPct: number | null };
  /** Puts other registers in place of those of the model with the same id. */
  replace(block: Block): void;
  /** Puts a model in front of all others, as a device does that shows more of itself: every address after it moves. */
  insert(block: Block): void;
}

const marker = [0x5375, 0x6e53];
const endMarker = [0xffff, 0];

export async function startSimulatedDer(config: SimulatedDerConfig): Promise<SimulatedDer> {
  const { base = 40_000, hasEnd = true, nowMs = () => 0, timerStartsOn = 'enable', ignores = [] } = config;
  const blocks = config.blocks.map((block) => [...block]);
  const controlBlock = blocks.find(([id]) => id === 704);
  const controls = derControls(controlBlock ?? [], nowMs, timerStartsOn);
  const writes: SimulatedDer['writes'] = [];
  const obeyed: SimulatedDer['obeyed'] = [];
  const memory = (): number[] => [...marker, ...blocks.flat(), ...(hasEnd ? endMarker : [])];

  const modbus = await startSimulatedModbus(
    { unitId: config.unitId ?? 1, port: config.port ?? 0, silentAt: config.silentAt ?? [] },
    {
      read: (address, count) => {
        controls.runTimers();
        const words = address < base ? [] : memory().slice(address - base, address - base + count);
        return words.length === count ? words : undefined;
      },
      write: (address, values) => {
        const offset = address - base - startOf(blocks, 704);
        // Only the controls can be written.
        if (!controlBlock || !(offset >= 2 && offset + values.length <= controlBlock.length)) return false;
        controls.runTimers();
        for (const [index, value] of values.entries()) {
          if (!ignores.includes(offset + index)) controlBlock[offset + index] = value;
        }
        controls.written(offset, values.length);
        writes.push({ offset, values: [...values] });
        obeyed.push(followed(controls));
        return true;
      },
    },
  );
  return {
    ...modbus,
    writes,
    obeyed,
    follows: () => {
      controls.runTimers();
      return followed(controls);
    },
    replace: (block) => {
      const index = blocks.findIndex(([id]) => id === block[0]);
      blocks[index]?.splice(0, block.length, ...block);
    },
    insert: (block) => blocks.unshift([...block]),
    [Symbol.asyncDispose]: () => modbus.goDown(),
  };
}

function startOf(blocks: readonly Block[], id: number): number {
  const index = blocks.findIndex(([blockId]) => blockId === id);
  return marker.length + blocks.slice(0, index).flat().length;
}

function followed(controls: DerControls): { setpointW: number | null; limitPct: number | null } {
  return { setpointW: controls.setpointW(), limitPct: controls.limitPct() };
}
