import { Type, type Static } from 'typebox';
import { BessPlanSegment, Plan, PlanSegment } from '../plan/schema.ts';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { closed, DirectionName, instant, integer, number, oneOf, orNull, text, titled } from '../schema/fields.ts';

export const ScheduleProblem = titled('ScheduleProblem', {
  rule: text(),
  place: text('A path into the request, such as `schedules[2].entries[14].endAt`.'),
  message: text(),
  asset: Type.Optional(text()),
  type: Type.Optional(text()),
  clashesWith: Type.Optional(text('The other place that the problem involves: a path into the request.')),
  uncovered: Type.Optional(
    closed(
      {
        direction: DirectionName,
        from: instant(),
        to: instant(),
        neededkW: number(),
        bookedkW: number(),
      },
      { description: 'The part of an activation that no booking covers.' },
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
  { description: 'A stretch of time in which the plan would change.' },
);
export type PlanChange = Static<typeof PlanChange>;

const planOrNull = orNull(
  Plan,
  'With `plan=true`: the plan that would result. null if the request changes nothing and there is no window.',
);

// Without a `const`: several generators read one of a boolean as a text, and then refuse every answer.
const described = { type: 'boolean', description: 'The same as `outcome`, as a boolean.' };
const alwaysTrue = Type.Unsafe<true>(described);
const alwaysFalse = Type.Unsafe<false>(described);

export const ValidSchedules = titled(
  'ValidSchedules',
  {
    outcome: Type.Literal('valid'),
    isValid: alwaysTrue,
    accepted: integer('The number of commands in the request, including empty ones.'),
    version: integer('The version of the schedule that the request was checked against.'),
    schedules: Type.Array(AssetScheduleCommand, { description: 'The schedule that would result.' }),
    plan: Type.Optional(planOrNull),
    changes: Type.Optional(Type.Array(PlanChange, { description: 'With `plan=true`: where the plan would change.' })),
  },
  { description: 'The request would be accepted.' },
);
export type ValidSchedules = Static<typeof ValidSchedules>;

export const InvalidSchedules = titled(
  'InvalidSchedules',
  {
    outcome: Type.Literal('invalid'),
    isValid: alwaysFalse,
    problems: Type.Array(ScheduleProblem, { minItems: 1 }),
  },
  { description: 'The request would be refused, because of all these problems.' },
);
export type InvalidSchedules = Static<typeof InvalidSchedules>;

export const ScheduleValidation = Type.Union([ValidSchedules, InvalidSchedules], { title: 'ScheduleValidation' });
export type ScheduleValidation = Static<typeof ScheduleValidation>;
