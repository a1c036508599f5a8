import type { Model } from './point.ts';

/** Basic settings: the power that percentages are of. */
export const model121 = {
  id: 121,
  points: {
    WMax: { offset: 2, type: 'uint16', scale: 'WMax_SF' },
    WMax_SF: { offset: 22, type: 'sunssf' },
  },
} as const satisfies Model;
