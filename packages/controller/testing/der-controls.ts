import type { Block } from './block.ts';

export type TimerStart = 'enable' | 'time';

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
export function derControls(blocks: readonly Block[], nowMs: () => number, timerStartsOn: TimerStart) {
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
