import type { AssetScheduleCommand } from '../schedules/schema.ts';

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

/** Values that examples of several operations share. */
export const EXAMPLES = {
  siteId: '6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
  clientId: 'b2d7e4f0-31a9-4c58-8e6d-905f7c1a2b43',
  batchId: '0d9b6c1e-72f4-4a35-b8e1-6c3f5a7d9e20',
  createdAt: '2026-10-01T08:30:00.000Z',
  gridLimit,
  storageSetpoint,
} as const;
