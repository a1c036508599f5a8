import { Type, type Static } from 'typebox';
import { SITE_STATES } from '../delivery/schema.ts';
import { ASSETS, type Asset } from '../schema/catalogue.ts';
import {
  boolean,
  closed,
  instant,
  instantOrNull,
  integer,
  nextCursor,
  number,
  numberOrNull,
  oneOf,
  orNull,
  pair,
  text,
  titled,
  uuid,
} from '../schema/fields.ts';

export const Reserves = titled(
  'Reserves',
  { importkW: number(), exportkW: number() },
  { description: 'Booked aFRR, mFRR and FCR together.' },
);
export type Reserves = Static<typeof Reserves>;

export const RunningCommand = titled(
  'RunningCommand',
  {
    ...pair,
    value: number(),
    endAt: instant(),
  },
  { description: 'What is set for this moment, and until when.' },
);
export type RunningCommand = Static<typeof RunningCommand>;

export const LatestFollowing = titled(
  'LatestFollowing',
  {
    asset: oneOf(['grid', 'bess']),
    state: oneOf(['followed', 'deviating', 'unknown']),
    startAt: instant(),
    endAt: instant(),
    value: number('As it was set, kW.'),
    meanErrorkW: numberOrNull('Measured less planned.'),
  },
  { description: 'How an entry of a setpoint was followed, once it had ended.' },
);
export type LatestFollowing = Static<typeof LatestFollowing>;

export const SiteOverview = titled(
  'SiteOverview',
  {
    siteId: uuid(),
    siteName: text(),
    timeZone: text(),
    isOnline: boolean(),
    reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
    version: integer('Of the schedule that is set.'),
    state: oneOf(SITE_STATES),
    behindSince: instantOrNull('When the oldest batch was accepted that the controller has not reported yet.'),
    rejected: integer('Commands that the controller cannot carry out.'),
    powerkW: Type.Unsafe<Partial<Record<Asset, number>>>({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(ASSETS.map((asset) => [asset, { type: 'number' }])),
      description: 'Active power of each group that reported one.',
    }),
    socPcnt: numberOrNull('State of charge of the storage.'),
    running: Type.Array(RunningCommand),
    reserves: Reserves,
    nextDayReserves: Reserves,
    following: orNull(
      LatestFollowing,
      'Of the connection point and the storage, the latest entry that ended in the last 6 hours; the worse of the two.',
    ),
    issues: Type.Array(closed({ code: text(), from: instant() }), {
      description: 'What the plan of the next 24 hours finds, each once, with when it begins.',
    }),
  },
  { description: '`nextDayReserves` is the mean over the next 24 hours.' },
);
export type SiteOverview = Static<typeof SiteOverview>;

export const FleetOverview = titled('FleetOverview', {
  at: instant('The instant that all of it is about.'),
  sites: Type.Array(SiteOverview),
  nextCursor,
});
export type FleetOverview = Static<typeof FleetOverview>;
