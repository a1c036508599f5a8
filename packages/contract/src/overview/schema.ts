import { Type, type Static } from 'typebox';
import { SITE_STATES, Trouble } from '../delivery/schema.ts';
import { FollowingState } from '../following/schema.ts';
import { LimitedBy } from '../gateway/schema.ts';
import { ASSETS, type Asset } from '../schema/catalogue.ts';
import {
  boolean,
  closed,
  followedType,
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
  { importkW: number('For import, in kW.'), exportkW: number('For export, in kW.') },
  { description: 'The power that bookings of aFRR and mFRR and commands of FCR keep free, in kW.' },
);
export type Reserves = Static<typeof Reserves>;

export const RunningCommand = titled(
  'RunningCommand',
  {
    ...pair,
    value: number('The value that is set.'),
    endAt: instant('The end, not included.'),
  },
  { description: 'A command that has an entry for this moment.' },
);
export type RunningCommand = Static<typeof RunningCommand>;

export const LatestFollowing = titled(
  'LatestFollowing',
  {
    asset: oneOf(['grid', 'bess'], 'The asset of the setpoint or the limit.'),
    type: followedType('The type of the command.'),
    state: FollowingState,
    startAt: instant('The start.'),
    endAt: instant('The end, not included.'),
    value: number('The value that was set, in kW.'),
    meanErrorkW: numberOrNull('The mean of measured minus planned power, in kW; for a limit, of what was beyond it.'),
    withinShare: numberOrNull('The share of the time within tolerance, 0 to 1.'),
  },
  { description: 'How an entry of a setpoint or a limit was followed, judged after it ended.' },
);
export type LatestFollowing = Static<typeof LatestFollowing>;

export const SiteOverview = titled(
  'SiteOverview',
  {
    siteId: uuid('The site.'),
    siteName: text('The name of the site.'),
    timeZone: text('The time zone of the site, an IANA name.'),
    isOnline: boolean(
      'Whether the controller is connected, or has reported in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`).',
    ),
    reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
    version: integer('The version of the schedule.'),
    state: oneOf(SITE_STATES, 'Whether the controller has the current schedule.'),
    behindSince: instantOrNull(
      'When the oldest batch was accepted that the controller has not applied yet; null if there is none.',
    ),
    rejected: integer('The number of commands that the controller rejects.'),
    limited: integer('The number of commands that the controller serves in part only.'),
    limitedBy: Type.Array(LimitedBy, { description: 'Why it serves them in part only, each cause once.' }),
    troubles: Type.Array(Trouble, { description: 'The trouble with the controller, or with its reports.' }),
    powerkW: Type.Unsafe<Partial<Record<Asset, number>>>({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(ASSETS.map((asset) => [asset, { type: 'number', description: 'In kW.' }])),
      description: 'The active power of each asset group that reported it, in kW.',
    }),
    socPcnt: numberOrNull('The state of charge of the storage, in percent; null if it was not reported.'),
    running: Type.Array(RunningCommand, { description: 'The commands of this moment.' }),
    reserves: Reserves,
    nextDayReserves: Reserves,
    heldReserves: Reserves,
    heldNextDayReserves: Reserves,
    deviatingSince: instantOrNull(
      'Since when a setpoint or a limit has not been followed, without one that was since; null if none deviates, or none did in the last 6 hours.',
    ),
    following: orNull(
      LatestFollowing,
      'The latest entry of a setpoint or a limit of the connection point, or of the setpoint of the storage, that ended in the last 6 hours, whichever was followed worse; null if there is none.',
    ),
    issues: Type.Array(closed({ code: text('The kind of issue.'), from: instant('The start.') }), {
      description: 'The issues in the plan of the next 24 hours, each code once, with its first instant.',
    }),
  },
  {
    description:
      'The state of a site. `reserves` are those of this moment; `nextDayReserves` is their mean over the next 24 hours. `heldReserves` and `heldNextDayReserves` are set as well but held: sold, and not kept ready.',
  },
);
export type SiteOverview = Static<typeof SiteOverview>;

export const FleetOverview = titled('FleetOverview', {
  at: instant('The instant that the overview describes.'),
  sites: Type.Array(SiteOverview, { description: 'One page of sites.' }),
  nextCursor,
});
export type FleetOverview = Static<typeof FleetOverview>;
