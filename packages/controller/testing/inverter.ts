import { ABSENT_SIGNED, type Block, blockOf } from './block.ts';

// Registers of the older models, typed from the SunSpec model tables, apart from those of the driver.

const ABSENT = 0xffff;

function wordsOfFloat(value: number): [number, number] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
}

export function inverter({
  w,
  wSf = 0,
  hz = 5001,
  hzSf = -2,
  st = 4,
}: Partial<Record<'w' | 'wSf' | 'hz' | 'hzSf' | 'st', number>>): Block {
  return blockOf(103, 50, { 14: w ?? ABSENT_SIGNED, 15: wSf, 16: hz, 17: hzSf, 38: st });
}

export function floatInverter({ w, hz }: { w: number; hz: number }): Block {
  const [[w1, w2], [hz1, hz2]] = [wordsOfFloat(w), wordsOfFloat(hz)];
  return blockOf(113, 60, { 22: w1, 23: w2, 24: hz1, 25: hz2, 48: 4 });
}

export function nameplate({
  wRtg,
  whRtg,
  chargeRtg,
  dischargeRtg,
  sf = 1,
}: Partial<Record<'wRtg' | 'whRtg' | 'chargeRtg' | 'dischargeRtg' | 'sf', number>>): Block {
  return blockOf(120, 26, {
    2: 82,
    3: wRtg,
    4: sf,
    19: whRtg,
    20: sf,
    23: chargeRtg,
    24: sf,
    25: dischargeRtg,
    26: sf,
  });
}

export function settings({ wMax, sf = 1 }: { wMax: number; sf?: number }): Block {
  return blockOf(121, 30, { 2: wMax, 22: sf });
}

/** `connection` has bit 0 set while the connection point is connected. */
export function status({ connection }: { connection: number }): Block {
  return blockOf(122, 44, { 2: 7, 3: 0, 4: connection });
}

/** Not limited, with a timer unless said otherwise. */
export function immediate({ sf = -2, hasTimer = true }: { sf?: number; hasTimer?: boolean } = {}): Block {
  return blockOf(123, 24, { 4: 1, 5: 100 * 10 ** -sf, 7: hasTimer ? 0 : ABSENT, 9: 0, 14: 0, 22: 0, 23: sf, 24: 0 });
}

export function olderStorage({ chargeMax = 1000, soc = 4250 }: { chargeMax?: number; soc?: number } = {}): Block {
  const block = blockOf(124, 24, { 2: chargeMax, 3: 100, 4: 100, 5: 0, 8: soc, 18: 1, 19: 0, 22: -2, 25: -2 });
  block.splice(12, 4, 10_000, 10_000, 0, 0);
  return block;
}

export function modules(inputs: readonly (readonly [name: string, watts: number])[]): Block {
  const header = [ABSENT_SIGNED, ABSENT_SIGNED, 0, ABSENT_SIGNED, 0, 0, inputs.length, 0];
  const parts = inputs.flatMap(([name, watts], index) => {
    const text = Buffer.alloc(16);
    text.write(name);
    const words = Array.from({ length: 8 }, (_, at) => text.readUInt16BE(2 * at));
    return [index + 1, ...words, ABSENT, ABSENT, watts, 0, 0, 0, 0, ABSENT_SIGNED, 4, 0, 0];
  });
  return [160, header.length + parts.length, ...header, ...parts];
}

export function meter({ w, wSf = 0, hz = 4998 }: { w: number; wSf?: number; hz?: number }): Block {
  return blockOf(203, 105, { 16: hz, 17: -2, 18: w, 22: wSf });
}

export function floatMeter({ w, hz }: { w: number; hz: number }): Block {
  const [[w1, w2], [hz1, hz2]] = [wordsOfFloat(w), wordsOfFloat(hz)];
  return blockOf(213, 124, { 26: hz1, 27: hz2, 28: w1, 29: w2 });
}

export function batteryBase({ wh, soc, soh }: { wh: number; soc: number; soh: number }): Block {
  return blockOf(802, 62, { 3: wh, 4: 300, 5: 400, 11: soc, 13: soh, 53: 2, 54: 2, 56: -1, 58: 0 });
}
