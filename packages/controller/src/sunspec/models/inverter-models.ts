import type { Model } from './point.ts';

const integers = {
  W: { offset: 14, type: 'int16', scale: 'W_SF' },
  W_SF: { offset: 15, type: 'sunssf' },
  Hz: { offset: 16, type: 'uint16', scale: 'Hz_SF' },
  Hz_SF: { offset: 17, type: 'sunssf' },
  St: { offset: 38, type: 'enum16' },
} as const;

const floats = {
  W: { offset: 22, type: 'float32' },
  Hz: { offset: 24, type: 'float32' },
  St: { offset: 48, type: 'enum16' },
} as const;

/** Inverters of one, two and three phases, in integers and in floating point. W is positive for generation. */
export const inverterModels: readonly Model[] = [
  ...[101, 102, 103].map((id) => ({ id, points: integers })),
  ...[111, 112, 113].map((id) => ({ id, points: floats })),
];
