import type { Model } from './point.ts';

/** Immediate controls: the limit, with the timer that takes it back. */
export const model123 = {
  id: 123,
  points: {
    WMaxLimPct: { offset: 5, type: 'uint16', scale: 'WMaxLimPct_SF' },
    WMaxLimPct_RvrtTms: { offset: 7, type: 'uint16' },
    WMaxLim_Ena: { offset: 9, type: 'enum16' },
    WMaxLimPct_SF: { offset: 23, type: 'sunssf' },
  },
} as const satisfies Model;
