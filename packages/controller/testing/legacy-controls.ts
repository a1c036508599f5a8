import type { Block } from './block.ts';
import type { DerControls } from './der-controls.ts';

interface Control {
  registers: Block;
  enable: number;
  revertAfter: number;
  runsOutAtMs: number | null;
}

/** Models 123 and 124 in a simulated device: the limit and the rates, each with a timer that ends its order. */
export function legacyControls(
  immediate: Block | undefined,
  storage: Block | undefined,
  nowMs: () => number,
): DerControls {
  const limit = controlOf(immediate, { enable: 9, revertAfter: 7 });
  const rates = controlOf(storage, { enable: 5, revertAfter: 15 });
  const controls = [limit, rates].filter((control) => control !== undefined);

  return {
    written: (offset, count, id) => {
      for (const control of controls) {
        const isTouched = (register: number): boolean => offset <= register && register < offset + count;
        if (control.registers[0] !== id || !(isTouched(control.revertAfter) || isTouched(control.enable))) continue;
        const seconds = control.registers[control.revertAfter] ?? 0;
        const isTimed = seconds > 0 && seconds !== 0xffff && control.registers[control.enable] !== 0;
        control.runsOutAtMs = isTimed ? nowMs() + seconds * 1_000 : null;
      }
    },
    runTimers: () => {
      for (const control of controls) {
        if (control.runsOutAtMs === null || nowMs() < control.runsOutAtMs) continue;
        control.registers[control.enable] = 0;
        control.runsOutAtMs = null;
      }
    },
    setpointW: () => {
      if (rates === undefined || rates.registers[rates.enable] !== 3) return null;
      const [out, into] = [scaled(rates.registers, 12, 25), scaled(rates.registers, 13, 25)];
      // Only then do the two bounds leave one power.
      return out === -into ? (out / 100) * scaled(rates.registers, 2, 18) : Number.NaN;
    },
    limitPct: () => (limit?.registers[limit.enable] === 1 ? scaled(limit.registers, 5, 23) : null),
  };
}

function controlOf(registers: Block | undefined, at: Pick<Control, 'enable' | 'revertAfter'>): Control | undefined {
  return registers && { registers, ...at, runsOutAtMs: null };
}

function scaled(registers: Block, value: number, factor: number): number {
  const signed = (word: number): number => (word >= 0x8000 ? word - 0x1_0000 : word);
  return signed(registers[value] ?? 0) * 10 ** signed(registers[factor] ?? 0);
}
