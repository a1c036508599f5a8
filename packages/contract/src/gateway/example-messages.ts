import type { Order, Report, ScheduleSnapshot } from './schema.ts';

const REVISION = '1.17.9f3c2a41';

const snapshot: ScheduleSnapshot = {
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
  offers: ['orders'],
};

const order: Order = {
  service: 'afrr',
  poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946',
  sequence: 4711,
  kW: 58.962,
  validUntil: '2030-01-01T10:14:20.000Z',
};

const report: Report = {
  session: '0b6f',
  sequence: 42,
  sentAt: '2030-01-01T10:00:30.010Z',
  schedule: { revision: REVISION, rejected: [] },
  takes: ['orders'],
};

const device = (uid: string, type: string, ratedKw: number) => ({
  uid,
  node_type: 'Device' as const,
  device_type: type,
  rated_power_upper_limit_kW: ratedKw,
  rated_power_lower_limit_kW: -ratedKw,
  children: [],
});

/** The first report of a session: with the devices, and with a command that the site cannot carry out. */
const fullReport: Report = {
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

/** What a controller and the service send each other. */
export const EXAMPLE_MESSAGES = { snapshot, order, report, fullReport } as const;
