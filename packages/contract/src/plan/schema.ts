import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS } from '../limits.ts';
import {
  instant,
  instantOrNull,
  integer,
  number,
  numberOrNull,
  oneOfOrNull,
  text,
  titled,
  uuid,
} from '../schema/fields.ts';

export const PlanStep = titled('PlanStep', {
  source: text('A command, as `grid/upperLimitkW`, or `rating`, or `hold`.'),
  delta: number('By how much it moved the power, kW.'),
  after: number('Where that led, kW.'),
});
export type PlanStep = Static<typeof PlanStep>;

export const PlanIssue = titled('PlanIssue', {
  code: text(),
  amount: numberOrNull('By how much: kW, for `energy` kWh; null where there is no measure.'),
  at: Type.Optional(instant('The first instant it is so; with `energy`.')),
});

const segmentFields = {
  from: instant(),
  to: instant('The first instant after the segment.'),
  target: numberOrNull('What is aimed at; null where nothing is.'),
  offset: numberOrNull("What is added to the site's own baseline, where there is no target."),
  lo: numberOrNull('The least that is allowed; null where nothing bounds it.'),
  hi: numberOrNull('The most that is allowed; null where nothing bounds it.'),
  reserveImport: numberOrNull('Booked or held ready for import; `grid` alone.'),
  reserveExport: numberOrNull('Booked or held ready for export; `grid` alone.'),
  because: Type.Array(PlanStep, { description: 'The steps that led to the target, in order.' }),
  issues: Type.Array(PlanIssue),
};

export const PlanSegment = titled('PlanSegment', segmentFields, {
  description: 'What holds from one instant up to another.',
});
export type PlanSegment = Static<typeof PlanSegment>;

export const BessPlanSegment = titled('BessPlanSegment', {
  ...segmentFields,
  optimalSocPcnt: numberOrNull('The state of charge to reach and hold, percent.'),
});
export type BessPlanSegment = Static<typeof BessPlanSegment>;

export const PlanEnergy = titled('PlanEnergy', {
  knownUntil: instantOrNull('Up to when the stored energy can be told; null when it is not known at all.'),
  unknownBecause: oneOfOrNull(['nothing_reported', 'no_target']),
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
});
export type PlanEnergy = Static<typeof PlanEnergy>;

export const Plan = titled(
  'Plan',
  {
    from: instant(),
    to: instant(),
    grid: Type.Array(PlanSegment),
    bess: Type.Array(BessPlanSegment),
    solar: Type.Array(PlanSegment),
    energy: PlanEnergy,
  },
  { description: 'What will happen in a window of time, and why.' },
);
export type Plan = Static<typeof Plan>;

/** What every answer about one site of the fleet begins with. */
export const siteAnswer = <Fields extends Record<string, TSchema>>(title: string, fields: Fields) =>
  titled(title, {
    siteId: uuid(),
    siteName: text(),
    version: integer('Of the schedule that this is about.'),
    reportedAt: instantOrNull('When the ratings and the state of charge were reported; null if never.'),
    ...fields,
  });

export const SitePlan = siteAnswer('SitePlan', { plan: Plan });
export type SitePlan = Static<typeof SitePlan>;

/** What every question about many sites begins with. */
export const manySites = {
  siteIds: Type.Array(uuid(), { minItems: 1, maxItems: LIMITS.maxSitesPerCall, description: 'Each site once.' }),
  from: instant(),
  to: instant(),
};

export const FleetPlansRequest = titled('FleetPlansRequest', manySites);
export type FleetPlansRequest = Static<typeof FleetPlansRequest>;

export const FleetPlans = titled('FleetPlans', {
  sites: Type.Array(SitePlan, { description: 'In the order in which they were named.' }),
});
export type FleetPlans = Static<typeof FleetPlans>;
