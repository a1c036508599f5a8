import type { Model } from './point.ts';

/** Nameplate: what an inverter of the older models can do. */
export const model120 = {
  id: 120,
  points: {
    WRtg: { offset: 3, type: 'uint16', scale: 'WRtg_SF' },
    WRtg_SF: { offset: 4, type: 'sunssf' },
    WHRtg: { offset: 19, type: 'uint16', scale: 'WHRtg_SF' },
    WHRtg_SF: { offset: 20, type: 'sunssf' },
    MaxChaRte: { offset: 23, type: 'uint16', scale: 'MaxChaRte_SF' },
    MaxChaRte_SF: { offset: 24, type: 'sunssf' },
    MaxDisChaRte: { offset: 25, type: 'uint16', scale: 'MaxDisChaRte_SF' },
    MaxDisChaRte_SF: { offset: 26, type: 'sunssf' },
  },
} as const satisfies Model;
