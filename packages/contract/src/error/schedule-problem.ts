import { Type, type Static } from 'typebox';
import { closed, DirectionName, instant, integer, number, text, titled } from '../schema/fields.ts';

export const ScheduleProblem = titled('ScheduleProblem', {
  rule: text('The rule that is broken.'),
  place: text(
    'A path into the request, such as `schedules[2].entries[14].endAt`; the name of a query parameter or a header; of CSV, such as `line 3, column endAt`. `request` for the request as a whole, `body` for its body.',
  ),
  line: Type.Optional(integer('Of CSV: the line.')),
  message: text('The same for people.'),
  asset: Type.Optional(text('The asset of the command, if it is known.')),
  type: Type.Optional(text('The type of the command, if it is known.')),
  clashesWith: Type.Optional(text('The other place that the problem involves: a path into the request.')),
  uncovered: Type.Optional(
    closed(
      {
        direction: DirectionName,
        from: instant('The start.'),
        to: instant('The end, not included.'),
        neededkW: number('The power that the activation asks for, in kW.'),
        bookedkW: number('The power that is booked there, in kW.'),
      },
      { description: 'The part of an activation that no booking covers.' },
    ),
  ),
});
export type ScheduleProblem = Static<typeof ScheduleProblem>;
