import type { Model } from './point.ts';

/** DERCtlAC: the setpoint and the limit, each with the timer that takes it back. */
export const model704 = {
  id: 704,
  points: {
    WMaxLimPctEna: { offset: 14, type: 'enum16' },
    WMaxLimPct: { offset: 15, type: 'uint16', scale: 'WMaxLimPct_SF' },
    WMaxLimPctEnaRvrt: { offset: 17, type: 'enum16' },
    WMaxLimPctRvrtTms: { offset: 18, type: 'uint32' },
    WSetEna: { offset: 22, type: 'enum16' },
    WSetMod: { offset: 23, type: 'enum16' },
    WSet: { offset: 24, type: 'int32', scale: 'WSet_SF' },
    WSetEnaRvrt: { offset: 30, type: 'enum16' },
    WSetRvrtTms: { offset: 31, type: 'uint32' },
    WMaxLimPct_SF: { offset: 54, type: 'sunssf' },
    WSet_SF: { offset: 55, type: 'sunssf' },
  },
} as const satisfies Model;
