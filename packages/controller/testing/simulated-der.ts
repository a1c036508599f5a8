import type { Block } from './block.ts';
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

type TimerStart = 'enable' | 'time';

/** An order in a simulated device, with a timer that ends it. */
interface Control {
  readonly id: number;
  readonly enable: number;
  readonly revertAfter: number;
  /** Of model 704, whose seconds have two registers: what it falls back to, and where it shows the seconds that are left. */
  readonly newer?: { readonly enableAfterwards: number; readonly remaining: number };
}

const CONTROLS: readonly Control[] = [
  { id: 704, enable: 14, revertAfter: 18, newer: { enableAfterwards: 17, remaining: 20 } },
  { id: 704, enable: 22, revertAfter: 31, newer: { enableAfterwards: 30, remaining: 33 } },
  { id: 123, enable: 9, revertAfter: 7 },
  { id: 124, enable: 5, revertAfter: 15 },
];

/** The controls of a simulated device: those of model 704, or the limit of model 123 and the rates of model 124. */
function derControls(blocks: readonly Block[], nowMs: () => number, timerStartsOn: TimerStart) {
  const [both, immediate, storage] = [704, 123, 124].map((id) => blocks.find(([one]) => one === id));
  const controls = CONTROLS.flatMap((control) => {
    const own = blocks.filter(([id]) => id === control.id);
    return own.map((registers) => ({ ...control, registers, runsOutAtMs: null as number | null }));
  });
  type Running = (typeof controls)[number];

  const startTimer = (control: Running): void => {
    const { registers, revertAfter, newer, enable } = control;
    const seconds = newer === undefined ? registers[revertAfter] : long(registers, revertAfter);
    const isTimed = seconds !== undefined && seconds > 0 && seconds !== 0xffff && seconds !== 0xffff_ffff;
    control.runsOutAtMs = isTimed && registers[enable] !== 0 ? nowMs() + seconds * 1_000 : null;
  };
  const runTimer = (control: Running): void => {
    const { registers, newer, enable, runsOutAtMs } = control;
    if (runsOutAtMs === null) return;
    const leftS = Math.max(0, Math.ceil((runsOutAtMs - nowMs()) / 1_000));
    if (newer !== undefined) registers.splice(newer.remaining, 2, leftS >>> 16, leftS & 0xffff);
    if (leftS > 0) return;
    registers[enable] = newer === undefined ? 0 : (registers[newer.enableAfterwards] ?? 0);
    control.runsOutAtMs = null;
  };

  return {
    /** After registers of a model were written. */
    written: (block: Block, offset: number, count: number): void => {
      for (const control of controls.filter(({ registers }) => registers === block)) {
        const { enable, revertAfter, newer, runsOutAtMs } = control;
        const isTouched = (register: number) => offset <= register && register < offset + count;
        const isTimeTouched = isTouched(newer === undefined ? revertAfter : revertAfter + 1);
        const isNew = newer === undefined || timerStartsOn === 'enable' || runsOutAtMs === null;
        if (isTouched(enable) && isNew) startTimer(control);
        if (isTimeTouched && (newer === undefined || timerStartsOn === 'time')) startTimer(control);
      }
    },
    /** What it follows now. */
    follows: () => {
      controls.forEach(runTimer);
      return {
        setpointW: both ? setpointOf(both) : storage ? rateOf(storage) : null,
        limitPct: both ? limitOf(both, 14, 54) : immediate ? limitOf(immediate, 9, 23) : null,
      };
    },
  };
}

function setpointOf(both: Block): number | null {
  if (both[22] !== 1) return null;
  return both[23] === 1 || both[23] === 0xffff ? signed(long(both, 24), 32) * factor(both, 55) : Number.NaN;
}

function limitOf(registers: Block, enable: number, power: number): number | null {
  return registers[enable] === 1 ? scaled(registers, enable === 14 ? 15 : 5, power) : null;
}

function rateOf(storage: Block): number | null {
  if (storage[5] !== 3) return null;
  const [out, into] = [scaled(storage, 12, 25), scaled(storage, 13, 25)];
  // Only then do the two bounds leave one power.
  return out === -into ? (out / 100) * scaled(storage, 2, 18) : Number.NaN;
}

function long(registers: Block, offset: number): number {
  return (registers[offset] ?? 0) * 0x1_0000 + (registers[offset + 1] ?? 0);
}

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

function factor(registers: Block, offset: number): number {
  return 10 ** signed(registers[offset] ?? 0, 16);
}

function scaled(registers: Block, value: number, power: number): number {
  return signed(registers[value] ?? 0, 16) * factor(registers, power);
}
