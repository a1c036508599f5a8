/** Registers of one model, its id and length first. Typed from the SunSpec model tables, apart from those of the driver. */
export type Block = number[];

const ABSENT = 0xffff;
export const ABSENT_SIGNED = 0x8000;

type Values = Readonly<Record<number, number | undefined>>;

/** A model with these registers; the others are not implemented. */
export function blockOf(id: number, length: number, values: Values = {}, signed: readonly number[] = []): Block {
  const registers = Array.from({ length: length + 2 }, (_, offset) => {
    return (values[offset] ?? (signed.includes(offset) ? ABSENT_SIGNED : ABSENT)) & 0xffff;
  });
  return [id, length, ...registers.slice(2)];
}

function high(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value >>> 16;
}

/** Registers in a row. */
function inRow(from: number, registers: readonly number[]): Values {
  return Object.fromEntries(registers.map((register, index) => [from + index, register]));
}

export function commonModel({ serial = '' } = {}): Block {
  const bytes = Buffer.alloc(32);
  bytes.write(serial);
  const words = Array.from({ length: 16 }, (_, at) => bytes.readUInt16BE(2 * at));
  return blockOf(1, 66, serial === '' ? {} : inRow(50, words));
}

/** A vendor's own model, full of numbers that look like model ids. */
export function vendorModel(length: number): Block {
  return [64_001, length, ...Array.from({ length }, (_, index) => 701 + (index % 14))];
}

type Numbers<Name extends string> = Partial<Record<Name, number>>;

export function measurement({ w, wSf, hz, hzSf, connSt }: Numbers<'w' | 'wSf' | 'hz' | 'hzSf' | 'connSt'>): Block {
  const signed = [10, 11, 12, 13, 14, ...Array.from({ length: 10 }, (_, index) => 113 + index)];
  return blockOf(701, 153, { 5: connSt, 10: w, 17: high(hz), 18: hz, 115: hzSf, 116: wSf }, signed);
}

type CapacityNames = 'wMaxRtg' | 'chargeRtg' | 'dischargeRtg' | 'wMax' | 'chargeMax' | 'dischargeMax' | 'wSf';

export function capacity(of: Numbers<CapacityNames>): Block {
  const ratings = { 2: of.wMaxRtg, 10: of.chargeRtg, 11: of.dischargeRtg };
  const settings = { 26: of.wMax, 34: of.chargeMax, 35: of.dischargeMax };
  return blockOf(702, 50, { ...ratings, ...settings, 45: of.wSf }, [45, 46, 47, 48, 49, 50, 51]);
}

interface ControlValues extends Numbers<'setSf' | 'limitSf' | 'enabledSetW'> {
  hasTimers?: boolean;
  hasSetpoint?: boolean;
  hasMode?: boolean;
}

const TIMER = [0, 0, 0, 0];

/** Both controls off, everything of them implemented unless said otherwise. */
export function controls(values: ControlValues): Block {
  const { setSf = 0, limitSf = 0, hasTimers = true, hasSetpoint = true, enabledSetW } = values;
  const limit = { ...inRow(14, [0, 100, ABSENT, 0]), ...(hasTimers ? inRow(18, TIMER) : {}) };
  const enabled = enabledSetW === undefined ? {} : inRow(22, [1, 1, enabledSetW >>> 16, enabledSetW]);
  const setpoint = hasSetpoint ? setpointOf(values) : {};
  const factors = { 54: limitSf, 55: setSf };
  return blockOf(704, 65, { ...limit, ...setpoint, ...factors, ...enabled }, [28, 29, 53, 54, 55, 56, 57, 58]);
}

function setpointOf({ hasTimers = true, hasMode = true }: ControlValues): Values {
  const registers = [0, hasMode ? 0 : ABSENT, 0, 0, ABSENT_SIGNED, 0, 0, ABSENT_SIGNED, 0];
  return { ...inRow(22, registers), ...(hasTimers ? inRow(31, TIMER) : {}) };
}

export function storage({ wh, whSf, soc, soh, pctSf }: Numbers<'wh' | 'whSf' | 'soc' | 'soh' | 'pctSf'>): Block {
  return blockOf(713, 7, { 2: wh, 4: soc, 5: soh, 7: whSf, 8: pctSf }, [7, 8]);
}
