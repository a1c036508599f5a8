import type { Model } from './point.ts';

/** DERStorageCapacity: how much a battery holds. */
export const model713 = {
  id: 713,
  points: {
    WHRtg: { offset: 2, type: 'uint16', scale: 'WH_SF' },
    SoC: { offset: 4, type: 'uint16', scale: 'Pct_SF' },
    SoH: { offset: 5, type: 'uint16', scale: 'Pct_SF' },
    WH_SF: { offset: 7, type: 'sunssf' },
    Pct_SF: { offset: 8, type: 'sunssf' },
  },
} as const satisfies Model;
