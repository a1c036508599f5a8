import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS } from '../limits.ts';
import {
  boolean,
  DirectionName,
  DOCUMENTED,
  exactlyOneOf,
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

export const PlanOrder = titled(
  'PlanOrder',
  {
    poolId: uuid('The pool that asked.'),
    service: text('Its service: the order takes the place of the activation that is set for it.'),
    sequence: integer('The number of the signal that the order is a share of.'),
    validUntil: instant('When the order ends by itself; from then on, what is set holds again.'),
  },
  { description: 'The order of a pool that a step comes from; only where `source` is `order`.' },
);

export const PlanStep = titled('PlanStep', {
  source: text('A pair, such as `grid/upperLimitkW`, or `rating`, `hold` or `order`.'),
  delta: number('By how much this step moved the power, in kW.'),
  after: number('The power after this step, in kW.'),
  order: Type.Optional(PlanOrder),
});
export type PlanStep = Static<typeof PlanStep>;

/** What can be in conflict in a plan, as a sentence without its full stop. */
export const ISSUE_TEXTS = {
  limits_crossed: 'The limits cross: the upper one applies',
  setpoint_outside_rating: 'Setpoint beyond the rating',
  setpoint_clamped: 'Setpoint cut by a limit',
  headroom: 'Reserves need more room than the limits leave',
  headroom_import: 'Too little room below the upper limit for the import reserves',
  headroom_export: 'Too little room above the lower limit for the export reserves',
  afrr_activation_exceeds_booking: 'aFRR activation larger than its booking',
  mfrr_activation_exceeds_booking: 'mFRR activation larger than its booking',
  overdetermined: 'Storage and grid both have a setpoint: the one of the grid applies',
  held: 'Held: commands are not carried out',
  energy: 'The storage will lack energy, or room for energy, for what is set',
} as const;
export type IssueCode = keyof typeof ISSUE_TEXTS;
export const ISSUE_CODES = Object.keys(ISSUE_TEXTS) as IssueCode[];

export const PlanIssue = titled('PlanIssue', {
  code: text('The kind of issue.'),
  amount: numberOrNull(
    'How much is missing or too much, in kW, or for `energy` in kWh; null if the issue has no amount.',
  ),
  at: Type.Optional(instant('The first instant of the issue; only for `energy`.')),
});

const segmentFields = {
  from: instant('The start.'),
  to: instant('The end of the segment, not included.'),
  target: numberOrNull('The power to aim at, in kW; null if there is none.'),
  offset: numberOrNull("Without a target: the power to add to the site's own operation, in kW."),
  lo: numberOrNull('The lowest power allowed, in kW; null if nothing bounds it.'),
  hi: numberOrNull('The highest power allowed, in kW; null if nothing bounds it.'),
  reserveImport: numberOrNull('The power kept free for import by bookings and FCR, in kW; only for `grid`.'),
  reserveExport: numberOrNull('The power kept free for export by bookings and FCR, in kW; only for `grid`.'),
  because: Type.Array(PlanStep, { description: 'The steps that lead to the target, in order.' }),
  issues: Type.Array(PlanIssue, { description: 'Conflicts between commands.' }),
};

export const PlanSegment = titled('PlanSegment', segmentFields, {
  description: 'A stretch of the plan in which nothing changes.',
});
export type PlanSegment = Static<typeof PlanSegment>;

export const BessPlanSegment = titled('BessPlanSegment', {
  ...segmentFields,
  optimalSocPcnt: numberOrNull('The state of charge to reach and keep, in percent.'),
});
export type BessPlanSegment = Static<typeof BessPlanSegment>;

export const PlanEnergy = titled('PlanEnergy', {
  knownUntil: instantOrNull('How far the stored energy can be projected; null if not at all.'),
  unknownBecause: oneOfOrNull(
    ['nothing_reported', 'no_target'],
    'Why it is not known to the end of the window; null if it is.',
  ),
  violation: Type.Unsafe<{ at: string; direction: 'import' | 'export'; missingkWh: number } | null>({
    anyOf: [
      {
        type: 'object',
        properties: {
          at: { type: 'string', format: 'date-time', description: 'The first instant.' },
          direction: DirectionName,
          missingkWh: { type: 'number', description: 'The most that is missing before the plan changes next.' },
        },
        required: ['at', 'direction', 'missingkWh'],
        additionalProperties: false,
      },
      { type: 'null' },
    ],
    description:
      'The first time that the storage has too little energy for the reserves (export), or too little room (import).',
  }),
});
export type PlanEnergy = Static<typeof PlanEnergy>;

export const Plan = titled(
  'Plan',
  {
    from: instant('The start.'),
    to: instant('The end, not included.'),
    grid: Type.Array(PlanSegment, { description: 'The connection point.' }),
    bess: Type.Array(BessPlanSegment, { description: 'The storage.' }),
    solar: Type.Array(PlanSegment, { description: 'Solar.' }),
    energy: PlanEnergy,
  },
  { description: 'The plan for a window of time, with reasons.' },
);
export type Plan = Static<typeof Plan>;

/** An answer about one site of the fleet; all of them begin alike. */
export const siteAnswer = <Fields extends Record<string, TSchema>>(title: string, fields: Fields) =>
  titled(title, {
    siteId: uuid('The site.'),
    siteName: text('The name of the site.'),
    version: integer('The version of the schedule that the answer is based on.'),
    reportedAt: instantOrNull('When the ratings and the state of charge were reported; null if never.'),
    ...fields,
  });

export const SitePlan = siteAnswer('SitePlan', { plan: Plan });
export type SitePlan = Static<typeof SitePlan>;

/** How such a request names them. */
export const ONE_WAY = {
  description: 'Must have exactly one of `siteIds` and `poolId`.',
  [DOCUMENTED]: exactlyOneOf(['siteIds', 'poolId']),
};

/** What every request about many sites contains. */
export const manySites = {
  siteIds: Type.Optional(
    Type.Array(uuid(), {
      minItems: 1,
      maxItems: LIMITS.maxSitesPerCall,
      description: 'Each site may be named only once.',
    }),
  ),
  poolId: Type.Optional(uuid('In place of `siteIds`: the members of this pool now.')),
  from: instant('The start.'),
  to: instant('The end, not included.'),
};

export const FleetPlansRequest = titled(
  'FleetPlansRequest',
  {
    ...manySites,
    because: Type.Optional(boolean('Whether to tell the steps that lead to each target; yes if left out.')),
  },
  ONE_WAY,
);
export type FleetPlansRequest = Static<typeof FleetPlansRequest>;

export const FleetPlans = titled('FleetPlans', {
  sites: Type.Array(SitePlan, { description: 'In the order of the request.' }),
});
export type FleetPlans = Static<typeof FleetPlans>;
