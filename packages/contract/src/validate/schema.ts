import { Type, type Static } from 'typebox';
import { ScheduleProblem } from '../error/schedule-problem.ts';
import { BessPlanSegment, Plan, PlanSegment } from '../plan/schema.ts';
import { AssetScheduleCommand, SplicedWindow } from '../schedules/schema.ts';
import { instant, integer, oneOf, only, orNull, titled } from '../schema/fields.ts';

export const PlanChange = titled(
  'PlanChange',
  {
    asset: oneOf(['grid', 'bess', 'solar'], 'The asset whose plan would change.'),
    from: instant('The start.'),
    to: instant('The end, not included.'),
    before: Type.Array(Type.Union([PlanSegment, BessPlanSegment]), { description: 'The plan as it is.' }),
    after: Type.Array(Type.Union([PlanSegment, BessPlanSegment]), { description: 'The plan that would be.' }),
  },
  { description: 'A stretch of time in which the plan would change.' },
);
export type PlanChange = Static<typeof PlanChange>;

const planOrNull = orNull(
  Plan,
  'With `plan=true`: the plan that would result. null if the request changes nothing and there is no window.',
);

const IS_VALID = 'The same as `outcome`, as a boolean.';

export const ValidSchedules = titled(
  'ValidSchedules',
  {
    outcome: Type.Literal('valid', { description: 'The request would be accepted.' }),
    isValid: only(true, IS_VALID),
    accepted: integer('The number of commands in the request, including empty ones.'),
    version: integer('The version of the schedule that the request was checked against.'),
    dropped: Type.Optional(
      integer('The number of entries that would be dropped because they have ended, if the batch is for a window.'),
    ),
    window: Type.Optional(SplicedWindow),
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
    outcome: Type.Literal('invalid', { description: 'The request would be refused.' }),
    isValid: only(false, IS_VALID),
    problems: Type.Array(ScheduleProblem, { minItems: 1, description: 'Every problem.' }),
  },
  { description: 'The request would be refused, because of all these problems.' },
);
export type InvalidSchedules = Static<typeof InvalidSchedules>;

export const ScheduleValidation = Type.Union([ValidSchedules, InvalidSchedules], { title: 'ScheduleValidation' });
export type ScheduleValidation = Static<typeof ScheduleValidation>;
