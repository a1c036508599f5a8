import { Type, type Static } from 'typebox';
import { ASSETS, type Asset, COMMAND_TYPES } from '../schema/catalogue.ts';
import { type DeviceTreeNode, ReportedDeviceTreeNode } from '../devices/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const instantOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export const Reserves = Type.Object(
  { importkW: Type.Number(), exportkW: Type.Number() },
  { ...strict, title: 'Reserves', description: 'Booked aFRR, mFRR and FCR together.' },
);
export type Reserves = Static<typeof Reserves>;

export const RunningCommand = Type.Object(
  {
    asset: Type.Enum([...ASSETS]),
    type: Type.Enum([...COMMAND_TYPES]),
    value: Type.Number(),
    endAt: Type.String({ format: 'date-time' }),
  },
  { ...strict, title: 'RunningCommand', description: 'What is set for this moment, and until when.' },
);
export type RunningCommand = Static<typeof RunningCommand>;

export const LatestFollowing = Type.Object(
  {
    asset: Type.Enum(['grid', 'bess']),
    state: Type.Enum(['followed', 'deviating', 'unknown']),
    startAt: Type.String({ format: 'date-time' }),
    endAt: Type.String({ format: 'date-time' }),
    value: Type.Number({ description: 'As it was set, kW.' }),
    meanErrorkW: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Measured less planned.' }),
  },
  { ...strict, title: 'LatestFollowing', description: 'How an entry of a setpoint was followed, once it had ended.' },
);
export type LatestFollowing = Static<typeof LatestFollowing>;

export const SiteOverview = Type.Object(
  {
    siteId: uuid,
    siteName: Type.String(),
    timeZone: Type.String(),
    isOnline: Type.Boolean(),
    reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
    version: Type.Integer({ description: 'Of the schedule that is set.' }),
    state: Type.Enum(['in_sync', 'partial', 'pending', 'unreachable']),
    behindSince: instantOrNull('When the oldest batch was accepted that the controller has not reported yet.'),
    rejected: Type.Integer({ description: 'Commands that the controller cannot carry out.' }),
    powerkW: Type.Unsafe<Partial<Record<Asset, number>>>({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(ASSETS.map((asset) => [asset, { type: 'number' }])),
      description: 'Active power of each group that reported one.',
    }),
    socPcnt: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'State of charge of the storage.' }),
    running: Type.Array(RunningCommand),
    reserves: Reserves,
    nextDayReserves: Reserves,
    following: Type.Unsafe<LatestFollowing | null>({
      anyOf: [LatestFollowing, { type: 'null' }],
      description:
        'Of the connection point and the storage, the latest entry that ended in the last 6 hours; the worse of the two.',
    }),
    issues: Type.Array(Type.Object({ code: Type.String(), from: Type.String({ format: 'date-time' }) }, strict), {
      description: 'What the plan of the next 24 hours finds, each once, with when it begins.',
    }),
  },
  { ...strict, title: 'SiteOverview', description: '`nextDayReserves` is the mean over the next 24 hours.' },
);
export type SiteOverview = Static<typeof SiteOverview>;

export const FleetOverview = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The instant that all of it is about.' }),
    sites: Type.Array(SiteOverview),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null on the last page.' }),
  },
  { ...strict, title: 'FleetOverview' },
);
export type FleetOverview = Static<typeof FleetOverview>;

export const SiteDevices = Type.Object(
  {
    siteId: uuid,
    reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
    devices: Type.Unsafe<DeviceTreeNode | null>({ anyOf: [ReportedDeviceTreeNode, { type: 'null' }] }),
  },
  { ...strict, title: 'SiteDevices', description: 'The device tree as the controller reported it last.' },
);
export type SiteDevices = Static<typeof SiteDevices>;

export const NodeStatus = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    softwareVersion: Type.String(),
    startedAt: Type.String({ format: 'date-time' }),
    store: Type.Enum(['sqlite', 'postgresql']),
    isWritable: Type.Boolean({ description: 'Whether a durable write went through in time just now.' }),
    writeMs: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'How long it took; null if it failed.',
    }),
    waitingWrites: Type.Integer({ description: 'Accepted and not yet durable.' }),
    eventLoopDelayMs: Type.Number({
      description: 'By how much work came late, 99 of 100 times, in the last minute or so.',
    }),
  },
  { ...strict, title: 'NodeStatus', description: 'How the node is that answers.' },
);
export type NodeStatus = Static<typeof NodeStatus>;
