/** Registers of one model, its id and length first. Typed from the SunSpec model tables, apart from those of the driver. */
export type Block = number[];

const absentUnsigned = 0xffff;
const absentSigned = 0x8000;

function blockOf(id: number, length: number, signed: readonly number[]): Block {
  const block = Array.from({ length: length + 2 }, () => absentUnsigned);
  for (const offset of signed) block[offset] = absentSigned;
  block[0] = id;
  block[1] = length;
  return block;
}

const word = (value: number): number => value & 0xffff;
const high = (value: number): number => (value >>> 16) & 0xffff;

export function commonModel({ serial = '' } = {}): Block {
  const block = blockOf(1, 66, []);
  const bytes = Buffer.alloc(32);
  bytes.write(serial);
  if (serial !== '') block.splice(50, 16, ...Array.from({ length: 16 }, (_, at) => bytes.readUInt16BE(2 * at)));
  return block;
}

/** A vendor's own model, full of numbers that look like model ids. */
export function vendorModel(length: number): Block {
  return [64_001, length, ...Array.from({ length }, (_, index) => 701 + (index % 14))];
}

export function measurement(values: { w?: number; wSf?: number; hz?: number; hzSf?: number; connSt?: number }): Block {
  const block = blockOf(701, 153, [10, 11, 12, 13, 14, ...Array.from({ length: 10 }, (_, index) => 113 + index)]);
  if (values.connSt !== undefined) block[5] = values.connSt;
  if (values.w !== undefined) block[10] = word(values.w);
  if (values.hz !== undefined) block.splice(17, 2, high(values.hz), word(values.hz));
  if (values.hzSf !== undefined) block[115] = word(values.hzSf);
  if (values.wSf !== undefined) block[116] = word(values.wSf);
  return block;
}

export interface CapacityValues {
  wMaxRtg?: number;
  chargeRtg?: number;
  dischargeRtg?: number;
  wMax?: number;
  chargeMax?: number;
  dischargeMax?: number;
  wSf?: number;
}

export function capacity(values: CapacityValues): Block {
  const block = blockOf(702, 50, [45, 46, 47, 48, 49, 50, 51]);
  const at: [number, number | undefined][] = [
    [2, values.wMaxRtg],
    [10, values.chargeRtg],
    [11, values.dischargeRtg],
    [26, values.wMax],
    [34, values.chargeMax],
    [35, values.dischargeMax],
    [45, values.wSf],
  ];
  for (const [offset, value] of at) if (value !== undefined) block[offset] = word(value);
  return block;
}

export interface ControlValues {
  setSf?: number;
  limitSf?: number;
  hasTimers?: boolean;
  hasSetpoint?: boolean;
  hasMode?: boolean;
  enabledSetW?: number;
}

const allControls = { setSf: 0, limitSf: 0, hasTimers: true, hasSetpoint: true, hasMode: true };

/** Both controls off, everything of them implemented unless said otherwise. */
export function controls(values: ControlValues): Block {
  const { setSf, limitSf, hasTimers, hasSetpoint, hasMode, enabledSetW } = { ...allControls, ...values };
  const block = blockOf(704, 65, [28, 29, 53, 54, 55, 56, 57, 58]);
  block.splice(14, 4, 0, 100, absentUnsigned, 0);
  if (hasTimers) block.splice(18, 4, 0, 0, 0, 0);
  if (hasSetpoint) block.splice(22, 9, 0, hasMode ? 0 : absentUnsigned, 0, 0, absentSigned, 0, 0, absentSigned, 0);
  if (hasSetpoint && hasTimers) block.splice(31, 4, 0, 0, 0, 0);
  block[54] = word(limitSf);
  block[55] = word(setSf);
  if (enabledSetW !== undefined) block.splice(22, 4, 1, 1, high(enabledSetW), word(enabledSetW));
  return block;
}

export function storage(values: { wh?: number; whSf?: number; soc?: number; soh?: number; pctSf?: number }): Block {
  const block = blockOf(713, 7, [7, 8]);
  if (values.wh !== undefined) block[2] = values.wh;
  if (values.soc !== undefined) block[4] = values.soc;
  if (values.soh !== undefined) block[5] = values.soh;
  if (values.whSf !== undefined) block[7] = word(values.whSf);
  if (values.pctSf !== undefined) block[8] = word(values.pctSf);
  return block;
}
