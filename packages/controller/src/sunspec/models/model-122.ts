import type { Model } from './point.ts';

/** Status of an inverter of the older models: whether its connection point is connected to the grid. */
export const model122 = {
  id: 122,
  points: {
    ECPConn: { offset: 4, type: 'bitfield16' },
  },
} as const satisfies Model;
