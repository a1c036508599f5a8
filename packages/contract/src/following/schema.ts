import { Type, type Static } from 'typebox';
import { ASSETS } from '../schema/catalogue.ts';
import { siteAnswer } from '../plan/schema.ts';

const strict = { additionalProperties: false } as const;
const instant = Type.String({ format: 'date-time' });
const numberOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

export const FollowingTolerance = Type.Object(
  {
    kW: Type.Number(),
    percent: Type.Number({ description: 'Of the target; the larger of both counts.' }),
    rampSeconds: Type.Number({ description: 'How long the way to another target may take.' }),
  },
  { ...strict, title: 'FollowingTolerance' },
);

export const FollowedEntry = Type.Object(
  {
    asset: Type.Enum(['grid', 'bess']),
    startAt: instant,
    endAt: instant,
    value: Type.Number({ description: 'As it is set, kW.' }),
    state: Type.Enum(['followed', 'deviating', 'unknown']),
    judgedFrom: Type.String({
      format: 'date-time',
      description: 'The start of the entry; later where it was set, or let go of by a hold, later.',
    }),
    judgedUntil: Type.String({
      format: 'date-time',
      description: 'The end of the entry, or the last full minute; earlier where it was replaced, or held, earlier.',
    }),
    measuredShare: Type.Number({ description: 'Of the time from `judgedFrom` to `judgedUntil`, 0 to 1.' }),
    plannedkWh: numberOrNull('Over the time that was measured; null when none was.'),
    measuredkWh: numberOrNull('Over the same time.'),
    meanErrorkW: numberOrNull('Measured less planned.'),
    withinShare: numberOrNull('Of the time that could be judged, how much was within tolerance, 0 to 1.'),
  },
  { ...strict, title: 'FollowedEntry' },
);
export type FollowedEntry = Static<typeof FollowedEntry>;

export const SiteFollowing = siteAnswer('SiteFollowing', {
  tolerances: Type.Object({ grid: FollowingTolerance, bess: FollowingTolerance }, strict),
  entries: Type.Array(FollowedEntry, {
    description: 'Those that have begun, of the connection point, then the storage.',
  }),
});
export type SiteFollowing = Static<typeof SiteFollowing>;

export const MeasuredMean = Type.Object(
  {
    startAt: instant,
    endAt: instant,
    asset: Type.Enum([...ASSETS]),
    activePowerkW: numberOrNull('The mean; null when none was reported.'),
    soc: numberOrNull('The mean, percent; null when none was reported.'),
  },
  { ...strict, title: 'MeasuredMean' },
);
export type MeasuredMean = Static<typeof MeasuredMean>;

export const SiteMeasurements = siteAnswer('SiteMeasurements', {
  measurements: Type.Array(MeasuredMean, { description: 'By time; nothing stands for what was not measured.' }),
});
export type SiteMeasurements = Static<typeof SiteMeasurements>;
