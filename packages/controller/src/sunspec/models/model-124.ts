import type { Model } from './point.ts';

/** Storage: the rates of charge and discharge, both as bounds; a negative bound forces the other direction. */
export const model124 = {
  id: 124,
  points: {
    WChaMax: { offset: 2, type: 'uint16', scale: 'WChaMax_SF' },
    StorCtl_Mod: { offset: 5, type: 'bitfield16' },
    ChaState: { offset: 8, type: 'uint16', scale: 'ChaState_SF' },
    OutWRte: { offset: 12, type: 'int16', scale: 'InOutWRte_SF' },
    InWRte: { offset: 13, type: 'int16', scale: 'InOutWRte_SF' },
    InOutWRte_RvrtTms: { offset: 15, type: 'uint16' },
    WChaMax_SF: { offset: 18, type: 'sunssf' },
    ChaState_SF: { offset: 22, type: 'sunssf' },
    InOutWRte_SF: { offset: 25, type: 'sunssf' },
  },
} as const satisfies Model;
