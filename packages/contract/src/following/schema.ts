import { Type, type Static } from 'typebox';
import { siteAnswer } from '../plan/schema.ts';
import {
  AssetName,
  closed,
  followedType,
  instant,
  integer,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  titled,
  uuid,
} from '../schema/fields.ts';

export const FollowingTolerance = titled('FollowingTolerance', {
  kW: number('The tolerance in kW.'),
  percent: number('In percent of the target. The larger of `kW` and `percent` applies.'),
  rampSeconds: number('How long the ramp to a new target may take.'),
});

export const FollowingState = oneOf(
  ['followed', 'deviating', 'unknown'],
  'Whether a setpoint was followed, or a limit was kept. `unknown`: too little was measured to judge it.',
);

export const FollowedEntry = titled('FollowedEntry', {
  asset: oneOf(['grid', 'bess'], 'The asset of the setpoint or the limit.'),
  type: followedType('The quantity that the entry sets: a setpoint, or a limit of the connection point.'),
  startAt: instant('The start.'),
  endAt: instant('The end, not included.'),
  value: number('The value that is set, in kW.'),
  state: FollowingState,
  judgedFrom: instant(
    'From when the entry is judged: its start, or later if it was set, or released from a hold, after that; an entry of a limit from the beginning of the window at the earliest.',
  ),
  judgedUntil: instant(
    'Until when the entry is judged: its end, or the last full minute, or earlier if it was replaced or held before that.',
  ),
  measuredShare: number('The share of the time from `judgedFrom` to `judgedUntil` that was measured, 0 to 1.'),
  plannedkWh: numberOrNull('The planned energy over the measured time; null if nothing was measured, and for a limit.'),
  measuredkWh: numberOrNull('The measured energy over the same time; null if nothing was measured.'),
  meanErrorkW: numberOrNull(
    'The mean of measured minus planned power, in kW; for a limit, of measured power minus the limit over the time beyond it, and 0 if there was none.',
  ),
  withinShare: numberOrNull(
    'The share of the judged time that was within tolerance, 0 to 1; a limit is kept if that is 1.',
  ),
  orderedkWh: Type.Optional(
    number(
      'Energy that pools ordered in addition to the plan, over the measured minutes with an order; only if there were any.',
    ),
  ),
  suppliedkWh: Type.Optional(
    number('The part of it that was supplied: measured minus planned without orders, over the same minutes.'),
  ),
});
export type FollowedEntry = Static<typeof FollowedEntry>;

export const FollowedOrder = titled(
  'FollowedOrder',
  {
    poolId: uuid('The pool that asked.'),
    service: text('Its service.'),
    sequence: integer('The number of the signal that the order is a share of.'),
    kW: number('The order of the site; plus is import.'),
    validUntil: instant('When the order ends by itself.'),
    by: oneOf(
      ['order', 'snapshot'],
      '`order`: the controller takes orders by a way of their own. `snapshot`: it finds them in its schedule.',
    ),
    state: oneOf(
      ['followed', 'underway', 'deviating', 'unknown'],
      'By the last report. `underway`: not there, but between what it should have done at any time of the last ramp.',
    ),
    because: oneOfOrNull(
      ['silent', 'not_reported_since', 'not_measured', 'no_setpoint'],
      'Why the state is unknown; null if it is known.',
    ),
    suppliedkW: numberOrNull('Measured minus planned without this order; null if that is not known.'),
  },
  { description: 'An order of a pool that is in force, and how the site follows it.' },
);
export type FollowedOrder = Static<typeof FollowedOrder>;

export const SiteFollowing = siteAnswer('SiteFollowing', {
  tolerances: closed({ grid: FollowingTolerance, bess: FollowingTolerance }),
  entries: Type.Array(FollowedEntry, {
    description:
      'The entries of setpoints that have begun: first those of the connection point, then those of the storage.',
  }),
  limits: Type.Array(FollowedEntry, {
    description:
      'The entries of limits of the connection point that have begun: first those of the upper, then those of the lower.',
  }),
  orders: Type.Array(FollowedOrder, {
    description: 'The orders of pools that are in force now, whatever the window is; of each service one at most.',
  }),
});
export type SiteFollowing = Static<typeof SiteFollowing>;

export const MeasuredMean = titled('MeasuredMean', {
  startAt: instant('The start.'),
  endAt: instant('The end, not included.'),
  asset: AssetName,
  activePowerkW: numberOrNull('The mean power; null if none was reported.'),
  soc: numberOrNull('The mean state of charge, in percent; null if none was reported.'),
});
export type MeasuredMean = Static<typeof MeasuredMean>;

export const SiteMeasurements = siteAnswer('SiteMeasurements', {
  measurements: Type.Array(MeasuredMean, { description: 'Sorted by time. Times without measurements are left out.' }),
});
export type SiteMeasurements = Static<typeof SiteMeasurements>;
