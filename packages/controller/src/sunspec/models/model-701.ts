import type { Model } from './point.ts';

/** DERMeasureAC: what the device measures at its AC terminals. W is positive for generation, negative for absorption. */
export const model701 = {
  id: 701,
  points: {
    ConnSt: { offset: 5, type: 'enum16' },
    W: { offset: 10, type: 'int16', scale: 'W_SF' },
    Hz: { offset: 17, type: 'uint32', scale: 'Hz_SF' },
    Hz_SF: { offset: 115, type: 'sunssf' },
    W_SF: { offset: 116, type: 'sunssf' },
  },
} as const satisfies Model;
