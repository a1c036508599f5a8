import { Type, type Static } from 'typebox';
import { ASSETS } from '../schema/catalogue.ts';
import { siteAnswer } from '../plan/schema.ts';
import { closed, instant, number, numberOrNull, oneOf, titled } from '../schema/fields.ts';

export const FollowingTolerance = titled('FollowingTolerance', {
  kW: number(),
  percent: number('Of the target; the larger of both counts.'),
  rampSeconds: number('How long the way to another target may take.'),
});

export const FollowedEntry = titled('FollowedEntry', {
  asset: oneOf(['grid', 'bess']),
  startAt: instant(),
  endAt: instant(),
  value: number('As it is set, kW.'),
  state: oneOf(['followed', 'deviating', 'unknown']),
  judgedFrom: instant('The start of the entry; later where it was set, or let go of by a hold, later.'),
  judgedUntil: instant(
    'The end of the entry, or the last full minute; earlier where it was replaced, or held, earlier.',
  ),
  measuredShare: number('Of the time from `judgedFrom` to `judgedUntil`, 0 to 1.'),
  plannedkWh: numberOrNull('Over the time that was measured; null when none was.'),
  measuredkWh: numberOrNull('Over the same time.'),
  meanErrorkW: numberOrNull('Measured less planned.'),
  withinShare: numberOrNull('Of the time that could be judged, how much was within tolerance, 0 to 1.'),
});
export type FollowedEntry = Static<typeof FollowedEntry>;

export const SiteFollowing = siteAnswer('SiteFollowing', {
  tolerances: closed({ grid: FollowingTolerance, bess: FollowingTolerance }),
  entries: Type.Array(FollowedEntry, {
    description: 'Those that have begun, of the connection point, then the storage.',
  }),
});
export type SiteFollowing = Static<typeof SiteFollowing>;

export const MeasuredMean = titled('MeasuredMean', {
  startAt: instant(),
  endAt: instant(),
  asset: oneOf(ASSETS),
  activePowerkW: numberOrNull('The mean; null when none was reported.'),
  soc: numberOrNull('The mean, percent; null when none was reported.'),
});
export type MeasuredMean = Static<typeof MeasuredMean>;

export const SiteMeasurements = siteAnswer('SiteMeasurements', {
  measurements: Type.Array(MeasuredMean, { description: 'By time; nothing stands for what was not measured.' }),
});
export type SiteMeasurements = Static<typeof SiteMeasurements>;
