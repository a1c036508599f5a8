export type PointType =
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'uint64'
  | 'enum16'
  | 'bitfield16'
  | 'float32'
  | 'sunssf';

/** Where a point is in its model; offsets count from the register that holds the model's id. */
export interface Point {
  offset: number;
  type: PointType;
  /** The point of the same model that holds the power of ten. */
  scale?: string;
}

/** The points we use of one model, by the names SunSpec gives them. */
export interface Model<Name extends string = string> {
  id: number;
  points: Record<Name, Point>;
}

export interface PointFormat {
  registers: number;
  signed: boolean;
  /** What a device answers for a point that it does not implement. */
  absent: bigint;
  isFloat?: true;
}

export const pointFormats: Record<PointType, PointFormat> = {
  int16: { registers: 1, signed: true, absent: 0x8000n },
  uint16: { registers: 1, signed: false, absent: 0xffffn },
  int32: { registers: 2, signed: true, absent: 0x8000_0000n },
  uint32: { registers: 2, signed: false, absent: 0xffff_ffffn },
  uint64: { registers: 4, signed: false, absent: 0xffff_ffff_ffff_ffffn },
  enum16: { registers: 1, signed: false, absent: 0xffffn },
  bitfield16: { registers: 1, signed: false, absent: 0xffffn },
  // Any other NaN is no value either.
  float32: { registers: 2, signed: false, absent: 0x7fc0_0000n, isFloat: true },
  sunssf: { registers: 1, signed: true, absent: 0x8000n },
};
