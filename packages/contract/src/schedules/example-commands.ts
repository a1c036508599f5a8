import type { AssetScheduleCommand } from './schema.ts';

const gridLimit: AssetScheduleCommand = {
  asset: 'grid',
  type: 'upperLimitkW',
  entries: [{ startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-25T06:00:00Z', value: 250 }],
};

const storageSetpoint: AssetScheduleCommand = {
  asset: 'bess',
  type: 'activePowerkW',
  entries: [
    { startAt: '2026-10-25T02:00:00+02:00', endAt: '2026-10-25T02:15:00+02:00', value: -120.5 },
    { startAt: '2026-10-25T02:15:00+02:00', endAt: '2026-10-25T02:30:00+02:00', value: 80 },
  ],
};

/** Commands that examples of several operations share. */
export const EXAMPLE_COMMANDS = { gridLimit, storageSetpoint } as const;
