/** Model 704 in a simulated device: two controls, each with a timer that ends its order. */
export interface DerControls {
  /** After registers of the model with this id were written. */
  written(offset: number, count: number, id: number): void;
  /** Lets the timers run to now. */
  runTimers(): void;
  setpointW(): number | null;
  limitPct(): number | null;
}

export type TimerStart = 'enable' | 'time';

interface Control {
  enable: number;
  enableAfterwards: number;
  revertAfter: number;
  remaining: number;
  runsOutAtMs: number | null;
}

/** `registers` are those of model 704, its id first; they change as the timers run. */
export function derControls(registers: number[], nowMs: () => number, timerStartsOn: TimerStart): DerControls {
  const limit: Control = { enable: 14, enableAfterwards: 17, revertAfter: 18, remaining: 20, runsOutAtMs: null };
  const setpoint: Control = { enable: 22, enableAfterwards: 30, revertAfter: 31, remaining: 33, runsOutAtMs: null };
  const at = (offset: number): number => registers[offset] ?? 0;
  const long = (offset: number): number => at(offset) * 0x1_0000 + at(offset + 1);
  const signed = (value: number, bits: number): number => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value);
  const scaled = (value: number, factor: number): number => value * 10 ** signed(at(factor), 16);

  const startTimer = (control: Control): void => {
    const seconds = long(control.revertAfter);
    const isTimed = seconds > 0 && seconds !== 0xffff_ffff;
    control.runsOutAtMs = isTimed && at(control.enable) === 1 ? nowMs() + seconds * 1000 : null;
  };
  const runTimer = (control: Control): void => {
    if (control.runsOutAtMs === null) return;
    const leftS = Math.max(0, Math.ceil((control.runsOutAtMs - nowMs()) / 1000));
    registers[control.remaining] = Math.floor(leftS / 0x1_0000);
    registers[control.remaining + 1] = leftS % 0x1_0000;
    if (leftS > 0) return;
    registers[control.enable] = at(control.enableAfterwards);
    control.runsOutAtMs = null;
  };

  return {
    written: (offset, count) => {
      for (const control of [limit, setpoint]) {
        const isTouched = (register: number): boolean => offset <= register && register < offset + count;
        const wasEnabled = control.runsOutAtMs !== null;
        if (isTouched(control.enable) && (timerStartsOn === 'enable' || !wasEnabled)) startTimer(control);
        if (isTouched(control.revertAfter + 1) && timerStartsOn === 'time') startTimer(control);
      }
    },
    runTimers: () => [limit, setpoint].forEach(runTimer),
    setpointW: () => {
      if (at(22) !== 1) return null;
      return at(23) === 1 || at(23) === 0xffff ? scaled(signed(long(24), 32), 55) : Number.NaN;
    },
    limitPct: () => (at(14) === 1 ? scaled(at(15), 54) : null),
  };
}
