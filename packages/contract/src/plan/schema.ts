import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS } from '../limits.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time' });
const kwOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const instantOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export const PlanStep = Type.Object(
  {
    source: Type.String({ description: 'A command, as `grid/upperLimitkW`, or `rating`, or `hold`.' }),
    delta: Type.Number({ description: 'By how much it moved the power, kW.' }),
    after: Type.Number({ description: 'Where that led, kW.' }),
  },
  { ...strict, title: 'PlanStep' },
);
export type PlanStep = Static<typeof PlanStep>;

export const PlanIssue = Type.Object(
  {
    code: Type.String(),
    amount: kwOrNull('By how much: kW, for `energy` kWh; null where there is no measure.'),
    at: Type.Optional(Type.String({ format: 'date-time', description: 'The first instant it is so; with `energy`.' })),
  },
  { ...strict, title: 'PlanIssue' },
);

const segmentFields = {
  from: instant,
  to: Type.String({ format: 'date-time', description: 'The first instant after the segment.' }),
  target: kwOrNull('What is aimed at; null where nothing is.'),
  offset: kwOrNull("What is added to the site's own baseline, where there is no target."),
  lo: kwOrNull('The least that is allowed; null where nothing bounds it.'),
  hi: kwOrNull('The most that is allowed; null where nothing bounds it.'),
  reserveImport: kwOrNull('Booked or held ready for import; `grid` alone.'),
  reserveExport: kwOrNull('Booked or held ready for export; `grid` alone.'),
  because: Type.Array(PlanStep, { description: 'The steps that led to the target, in order.' }),
  issues: Type.Array(PlanIssue),
};

export const PlanSegment = Type.Object(segmentFields, {
  ...strict,
  title: 'PlanSegment',
  description: 'What holds from one instant up to another.',
});
export type PlanSegment = Static<typeof PlanSegment>;

export const BessPlanSegment = Type.Object(
  { ...segmentFields, optimalSocPcnt: kwOrNull('The state of charge to reach and hold, percent.') },
  { ...strict, title: 'BessPlanSegment' },
);
export type BessPlanSegment = Static<typeof BessPlanSegment>;

export const PlanEnergy = Type.Object(
  {
    knownUntil: instantOrNull('Up to when the stored energy can be told; null when it is not known at all.'),
    unknownBecause: Type.Unsafe<'nothing_reported' | 'no_target' | null>({
      enum: ['nothing_reported', 'no_target', null],
    }),
    violation: Type.Unsafe<{ at: string; direction: 'import' | 'export'; missingkWh: number } | null>({
      anyOf: [
        {
          type: 'object',
          properties: {
            at: { type: 'string', format: 'date-time' },
            direction: { enum: ['import', 'export'] },
            missingkWh: { type: 'number' },
          },
          required: ['at', 'direction', 'missingkWh'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
      description: 'The first time that reserves are no longer backed: by energy to export, or by room to import.',
    }),
  },
  { ...strict, title: 'PlanEnergy' },
);
export type PlanEnergy = Static<typeof PlanEnergy>;

export const Plan = Type.Object(
  {
    from: instant,
    to: instant,
    grid: Type.Array(PlanSegment),
    bess: Type.Array(BessPlanSegment),
    solar: Type.Array(PlanSegment),
    energy: PlanEnergy,
  },
  { ...strict, title: 'Plan', description: 'What will happen in a window of time, and why.' },
);
export type Plan = Static<typeof Plan>;

/** What every answer about one site of the fleet begins with. */
export const siteAnswer = <Fields extends Record<string, TSchema>>(title: string, fields: Fields) =>
  Type.Object(
    {
      siteId: uuid,
      siteName: Type.String(),
      version: Type.Integer({ description: 'Of the schedule that this is about.' }),
      reportedAt: instantOrNull('When the ratings and the state of charge were reported; null if never.'),
      ...fields,
    },
    { ...strict, title },
  );

export const SitePlan = siteAnswer('SitePlan', { plan: Plan });
export type SitePlan = Static<typeof SitePlan>;

/** What every question about many sites begins with. */
export const manySites = {
  siteIds: Type.Array(uuid, { minItems: 1, maxItems: LIMITS.maxSitesPerCall, description: 'Each site once.' }),
  from: instant,
  to: instant,
};

export const FleetPlansRequest = Type.Object(manySites, { ...strict, title: 'FleetPlansRequest' });
export type FleetPlansRequest = Static<typeof FleetPlansRequest>;

export const FleetPlans = Type.Object(
  { sites: Type.Array(SitePlan, { description: 'In the order in which they were named.' }) },
  { ...strict, title: 'FleetPlans' },
);
export type FleetPlans = Static<typeof FleetPlans>;
