import type { Report, ScheduleSnapshot } from '../gateway/schema.ts';
import type { AssetScheduleCommand } from '../schedules/schema.ts';
import type { SiteDetails } from '../sites/schema.ts';

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

const REVISION = '1.17.9f3c2a41';

export const snapshot: ScheduleSnapshot = {
  revision: REVISION,
  issuedAt: '2030-01-01T09:58:12.345Z',
  holdSeconds: null,
  commands: [
    {
      asset: 'grid',
      type: 'activePowerkW',
      entries: [{ startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T14:00:00.000Z', value: 100 }],
    },
  ],
};

export const report: Report = {
  session: '0b6f',
  sequence: 42,
  sentAt: '2030-01-01T10:00:30.010Z',
  schedule: { revision: REVISION, rejected: [] },
};

const device = (uid: string, type: string, ratedKw: number) => ({
  uid,
  node_type: 'Device' as const,
  device_type: type,
  rated_power_upper_limit_kW: ratedKw,
  rated_power_lower_limit_kW: -ratedKw,
  children: [],
});

/** The first of a session: with the devices, and with a command that the site cannot do. */
export const fullReport: Report = {
  ...report,
  sequence: 1,
  schedule: {
    revision: REVISION,
    rejected: [{ asset: 'bess', type: 'optimalSocPcnt', code: 'unsupported', message: 'no SoC planner' }],
  },
  devices: {
    uid: 'site',
    node_type: 'Dispatcher',
    device_type: 'site',
    children: [
      { ...device('meter-1', 'grid', 400), active_power_kw: 132.4 },
      { ...device('battery-1', 'bess', 200), active_power_kw: -120.5, soc: 63.25, rated_energy: 410 },
    ],
  },
};
