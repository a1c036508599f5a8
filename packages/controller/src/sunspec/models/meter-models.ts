import type { Model } from './point.ts';

const integers = {
  Hz: { offset: 16, type: 'int16', scale: 'Hz_SF' },
  Hz_SF: { offset: 17, type: 'sunssf' },
  W: { offset: 18, type: 'int16', scale: 'W_SF' },
  W_SF: { offset: 22, type: 'sunssf' },
} as const;

const floats = {
  Hz: { offset: 26, type: 'float32' },
  W: { offset: 28, type: 'float32' },
} as const;

/** Meters of one to three phases, in integers and in floating point. The sign of W is a matter of how one is installed. */
export const meterModels: readonly Model[] = [
  ...[201, 202, 203, 204].map((id) => ({ id, points: integers })),
  ...[211, 212, 213, 214].map((id) => ({ id, points: floats })),
];
