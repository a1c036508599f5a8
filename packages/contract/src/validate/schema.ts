import { Type, type Static } from 'typebox';
import { BessPlanSegment, Plan, PlanSegment } from '../plan/schema.ts';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { closed, instant, integer, number, oneOf, orNull, text, titled } from '../schema/fields.ts';

export const ScheduleProblem = titled('ScheduleProblem', {
  rule: text(),
  place: text('A path into the request, such as `schedules[2].entries[14].endAt`.'),
  message: text(),
  asset: Type.Optional(text()),
  type: Type.Optional(text()),
  clashesWith: Type.Optional(text('The other side of a clash: a path into the request.')),
  uncovered: Type.Optional(
    closed(
      {
        direction: oneOf(['import', 'export']),
        from: instant(),
        to: instant(),
        neededkW: number(),
        bookedkW: number(),
      },
      { description: 'The part of an activation that no booking carries.' },
    ),
  ),
});
export type ScheduleProblem = Static<typeof ScheduleProblem>;

export const PlanChange = titled(
  'PlanChange',
  {
    asset: oneOf(['grid', 'bess', 'solar']),
    from: instant(),
    to: instant(),
    before: Type.Array(Type.Union([PlanSegment, BessPlanSegment])),
    after: Type.Array(Type.Union([PlanSegment, BessPlanSegment])),
  },
  { description: 'A stretch of time in which the plan would become another.' },
);
export type PlanChange = Static<typeof PlanChange>;

const planOrNull = orNull(
  Plan,
  'With `plan=true`; null where the request would change nothing and no window was named.',
);

export const ValidSchedules = titled(
  'ValidSchedules',
  {
    isValid: Type.Literal(true),
    accepted: integer('Commands of the request, empty ones included.'),
    version: integer('The version against which the request was judged.'),
    schedules: Type.Array(AssetScheduleCommand, { description: 'What would be set.' }),
    plan: Type.Optional(planOrNull),
    changes: Type.Optional(Type.Array(PlanChange, { description: 'With `plan=true`: where the plan would change.' })),
  },
  { description: 'The request would be taken.' },
);
export type ValidSchedules = Static<typeof ValidSchedules>;

export const InvalidSchedules = titled(
  'InvalidSchedules',
  { isValid: Type.Literal(false), problems: Type.Array(ScheduleProblem, { minItems: 1 }) },
  { description: 'The request would be refused, for all of these.' },
);
export type InvalidSchedules = Static<typeof InvalidSchedules>;

export const ScheduleValidation = Type.Union([ValidSchedules, InvalidSchedules], { title: 'ScheduleValidation' });
export type ScheduleValidation = Static<typeof ScheduleValidation>;
