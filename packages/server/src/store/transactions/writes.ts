import { applySchedules } from './apply-schedules.ts';
import { probeStore } from './probe-store.ts';

/** Every transaction that changes something, by its name. */
export const writes = {
  applySchedules,
  probeStore,
} as const;
