import type { Model } from './point.ts';

/** DERCapacity: ratings, and the settings that narrow them. */
export const model702 = {
  id: 702,
  points: {
    WMaxRtg: { offset: 2, type: 'uint16', scale: 'W_SF' },
    WChaRteMaxRtg: { offset: 10, type: 'uint16', scale: 'W_SF' },
    WDisChaRteMaxRtg: { offset: 11, type: 'uint16', scale: 'W_SF' },
    WMax: { offset: 26, type: 'uint16', scale: 'W_SF' },
    WChaRteMax: { offset: 34, type: 'uint16', scale: 'W_SF' },
    WDisChaRteMax: { offset: 35, type: 'uint16', scale: 'W_SF' },
    W_SF: { offset: 45, type: 'sunssf' },
  },
} as const satisfies Model;
