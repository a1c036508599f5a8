import type { Model } from './point.ts';

/** Battery base: what the battery behind an inverter holds, and its direct current. */
export const model802 = {
  id: 802,
  points: {
    WHRtg: { offset: 3, type: 'uint16', scale: 'WHRtg_SF' },
    WChaRteMax: { offset: 4, type: 'uint16', scale: 'WChaDisChaMax_SF' },
    WDisChaRteMax: { offset: 5, type: 'uint16', scale: 'WChaDisChaMax_SF' },
    SoC: { offset: 11, type: 'uint16', scale: 'SoC_SF' },
    SoH: { offset: 13, type: 'uint16', scale: 'SoH_SF' },
    WHRtg_SF: { offset: 53, type: 'sunssf' },
    WChaDisChaMax_SF: { offset: 54, type: 'sunssf' },
    SoC_SF: { offset: 56, type: 'sunssf' },
    SoH_SF: { offset: 58, type: 'sunssf' },
  },
} as const satisfies Model;
