import { Type, type Static } from 'typebox';
import { BessPlanSegment, Plan, PlanSegment } from '../plan/schema.ts';
import { AssetScheduleCommand } from '../schedules/schema.ts';

const strict = { additionalProperties: false } as const;
const instant = Type.String({ format: 'date-time' });

export const ScheduleProblem = Type.Object(
  {
    rule: Type.String(),
    place: Type.String({ description: 'A path into the request, such as `schedules[2].entries[14].endAt`.' }),
    message: Type.String(),
    asset: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    clashesWith: Type.Optional(Type.String({ description: 'The other side of a clash: a path into the request.' })),
    uncovered: Type.Optional(
      Type.Object(
        {
          direction: Type.Enum(['import', 'export']),
          from: instant,
          to: instant,
          neededkW: Type.Number(),
          bookedkW: Type.Number(),
        },
        { ...strict, description: 'The part of an activation that no booking carries.' },
      ),
    ),
  },
  { ...strict, title: 'ScheduleProblem' },
);
export type ScheduleProblem = Static<typeof ScheduleProblem>;

export const PlanChange = Type.Object(
  {
    asset: Type.Enum(['grid', 'bess', 'solar']),
    from: instant,
    to: instant,
    before: Type.Array(Type.Union([PlanSegment, BessPlanSegment])),
    after: Type.Array(Type.Union([PlanSegment, BessPlanSegment])),
  },
  { ...strict, title: 'PlanChange', description: 'A stretch of time in which the plan would become another.' },
);
export type PlanChange = Static<typeof PlanChange>;

const planOrNull = Type.Unsafe<Plan | null>({
  anyOf: [Plan, { type: 'null' }],
  description: 'With `plan=true`; null where the request would change nothing and no window was named.',
});

export const ValidSchedules = Type.Object(
  {
    isValid: Type.Literal(true),
    accepted: Type.Integer({ description: 'Commands of the request, empty ones included.' }),
    version: Type.Integer({ description: 'The version against which the request was judged.' }),
    schedules: Type.Array(AssetScheduleCommand, { description: 'What would be set.' }),
    plan: Type.Optional(planOrNull),
    changes: Type.Optional(Type.Array(PlanChange, { description: 'With `plan=true`: where the plan would change.' })),
  },
  { ...strict, title: 'ValidSchedules', description: 'The request would be taken.' },
);
export type ValidSchedules = Static<typeof ValidSchedules>;

export const InvalidSchedules = Type.Object(
  { isValid: Type.Literal(false), problems: Type.Array(ScheduleProblem, { minItems: 1 }) },
  { ...strict, title: 'InvalidSchedules', description: 'The request would be refused, for all of these.' },
);
export type InvalidSchedules = Static<typeof InvalidSchedules>;

export const ScheduleValidation = Type.Union([ValidSchedules, InvalidSchedules], { title: 'ScheduleValidation' });
export type ScheduleValidation = Static<typeof ScheduleValidation>;
