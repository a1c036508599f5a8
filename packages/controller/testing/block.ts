// Typed from the SunSpec model tables, apart from those of the driver.

/** Registers of one model, its id and length first. */
export type Block = number[];

const ABSENT = 0xffff;
const ABSENT_SIGNED = 0x8000;

type Place = number | { readonly long: number } | { readonly float: number } | { readonly text: number };
type Registers = Readonly<Record<number, number>>;

/** For tests: a model with points at these offsets, and with these registers; the others are not implemented. */
export function modelOf<Name extends string>(
  id: number,
  length: number,
  places: Readonly<Record<Name, Place>>,
  fixed: Registers = {},
) {
  return (values: Partial<Record<Name, number | string>> = {}): Block => {
    const bytes = Buffer.alloc(2 * (length + 2), 0xff);
    for (const [offset, register] of Object.entries({ ...fixed, 0: id, 1: length })) {
      bytes.writeUInt16BE(register & 0xffff, 2 * Number(offset));
    }
    for (const name of Object.keys(values) as Name[]) put(bytes, places[name], values[name]);
    return wordsOf(bytes);
  };
}

function put(bytes: Buffer, place: Place, value: number | string | undefined): void {
  if (value === undefined) return;
  if (typeof place === 'number') bytes.writeUInt16BE(Number(value) & 0xffff, 2 * place);
  else if ('long' in place) bytes.writeUInt32BE(Number(value), 2 * place.long);
  else if ('float' in place) bytes.writeFloatBE(Number(value), 2 * place.float);
  else bytes.fill(0, 2 * place.text, 2 * place.text + 32).write(String(value), 2 * place.text);
}

function wordsOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(2 * at));
}

/** Registers in a row. */
function inRow(from: number, registers: readonly number[]): Registers {
  return Object.fromEntries(registers.map((register, index) => [from + index, register]));
}

const absentFrom = (from: number, count: number) => inRow(from, Array<number>(count).fill(ABSENT_SIGNED));

export const commonModel = modelOf(1, 66, { maker: { text: 2 }, model: { text: 18 }, serial: { text: 50 } });

/** A vendor's own model, full of numbers that look like model ids. */
export function vendorModel(length: number): Block {
  return [64_001, length, ...Array.from({ length }, (_, index) => 701 + (index % 14))];
}

export const measurement = modelOf(
  701,
  153,
  { connSt: 5, w: 10, hz: { long: 17 }, hzSf: 115, wSf: 116 },
  { ...absentFrom(10, 5), ...absentFrom(113, 10) },
);
export const capacity = modelOf(
  702,
  50,
  { wMaxRtg: 2, chargeRtg: 10, dischargeRtg: 11, wMax: 26, chargeMax: 34, dischargeMax: 35, wSf: 45 },
  absentFrom(45, 7),
);
export const storage = modelOf(713, 7, { wh: 2, soc: 4, soh: 5, whSf: 7, pctSf: 8 }, absentFrom(7, 2));

/** Both controls off, everything of them implemented unless said otherwise. */
export const controls = modelOf(
  704,
  65,
  { limitSf: 54, enable: 22, mode: 23, setW: { long: 24 }, setSf: 55, timer: { long: 31 } },
  {
    ...inRow(14, [0, 100, ABSENT, 0, 0, 0, 0, 0]),
    ...inRow(22, [0, 0, 0, 0, ABSENT_SIGNED, 0, 0, ABSENT_SIGNED, 0, 0, 0, 0, 0]),
    ...inRow(53, [ABSENT_SIGNED, 0, 0, ABSENT_SIGNED, ABSENT_SIGNED, ABSENT_SIGNED]),
  },
);

// The older models.
export const inverter = modelOf(
  103,
  50,
  { w: 14, wSf: 15, hz: 16, st: 38 },
  { 14: ABSENT_SIGNED, 15: 0, 16: 5001, 17: -2, 38: 4 },
);
export const nameplate = modelOf(
  120,
  26,
  { wRtg: 3, whRtg: 19, chargeRtg: 23, dischargeRtg: 25 },
  { 2: 82, 4: 1, 20: 1, 24: 1, 26: 1 },
);
export const settings = modelOf(121, 30, { wMax: 2 }, { 22: 1 });
/** `connection` has bit 0 set while the connection point is connected. */
export const status = modelOf(122, 44, { connection: 4 }, { 2: 7, 3: 0 });
/** Not limited, with a timer unless said otherwise. */
export const immediate = ({ hasTimer = true } = {}) =>
  modelOf(123, 24, {}, { 4: 1, 5: 10_000, 7: hasTimer ? 0 : ABSENT, 9: 0, 14: 0, 22: 0, 23: -2, 24: 0 })();
export const olderStorage = modelOf(
  124,
  24,
  { chargeMax: 2 },
  { ...inRow(2, [1000, 100, 100, 0]), 8: 4250, ...inRow(12, [10_000, 10_000, 0, 0]), 18: 1, 19: 0, 22: -2, 25: -2 },
);
export const meter = modelOf(203, 105, { w: 18, wSf: 22 }, { 16: 4998, 17: -2, 22: 0 });

export function modules(inputs: readonly (readonly [name: string, watts: number])[]): Block {
  const header = [ABSENT_SIGNED, ABSENT_SIGNED, 0, ABSENT_SIGNED, 0, 0, inputs.length, 0];
  const parts = inputs.flatMap(([name, watts], index) => {
    const words = wordsOf(Buffer.from(name.padEnd(16, '\0')));
    return [index + 1, ...words, ABSENT, ABSENT, watts, 0, 0, 0, 0, ABSENT_SIGNED, 4, 0, 0];
  });
  return [160, header.length + parts.length, ...header, ...parts];
}
