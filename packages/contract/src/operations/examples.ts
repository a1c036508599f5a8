import type { AssetScheduleCommand } from '../schedule.ts';
import type { SiteDetails } from '../site.ts';

export const SITE_ID = '6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35';
export const CLIENT_ID = 'b2d7e4f0-31a9-4c58-8e6d-905f7c1a2b43';
export const BATCH_ID = '0d9b6c1e-72f4-4a35-b8e1-6c3f5a7d9e20';
export const CREATED_AT = '2026-10-01T08:30:00.000Z';

export const gridLimit: AssetScheduleCommand = {
  asset: 'grid',
  type: 'upperLimitkW',
  entries: [{ startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-25T06:00:00Z', value: 250 }],
};

export const storageSetpoint: AssetScheduleCommand = {
  asset: 'bess',
  type: 'activePowerkW',
  entries: [
    { startAt: '2026-10-25T02:00:00+02:00', endAt: '2026-10-25T02:15:00+02:00', value: -120.5 },
    { startAt: '2026-10-25T02:15:00+02:00', endAt: '2026-10-25T02:30:00+02:00', value: 80 },
  ],
};

export const site: SiteDetails = {
  siteId: SITE_ID,
  siteName: 'Nordhafen',
  isOnline: true,
  schedules: [gridLimit, storageSetpoint],
  reportedAt: '2026-10-25T00:00:12.480Z',
  assets: {
    grid: {
      id: 'grid',
      type: 'grid',
      ratedPowerUpperLimitkW: 400,
      ratedPowerLowerLimitkW: -400,
      activePowerkW: 132.4,
    },
    bess: {
      id: 'bess',
      type: 'bess',
      ratedPowerUpperLimitkW: 200,
      ratedPowerLowerLimitkW: -200,
      activePowerkW: -120.5,
      availableStorageCapacitykWh: 410,
      soc: 63.25,
    },
    load: null,
    solar: { id: 'solar', type: 'solar', ratedPowerUpperLimitkW: 150, ratedPowerLowerLimitkW: 0, activePowerkW: 0 },
    ev: null,
    heatpump: null,
    genset: null,
    wind: null,
  },
};
