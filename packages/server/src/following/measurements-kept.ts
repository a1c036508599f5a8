import { forgetRows } from '../platform/loops/forgetting.ts';

/** For how long means are kept, by the length of the stretch in minutes. */
export interface MeasurementsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
}

export const MEASUREMENTS_KEPT: MeasurementsKept = { minuteMs: 48 * 3_600_000, quarterMs: 35 * 86_400_000 };

const means = { by: 'slotAt', unpartitioned: 'measurement_other', step: 2_000 } as const;

export const forgetMinutes = forgetRows('measurement', { ...means, name: 'forgetMinutes', where: 'minutes = 1' });

export const forgetQuarters = forgetRows('measurement', { ...means, name: 'forgetQuarters', where: 'minutes = 15' });
