import { namesOfPair, type ScheduleProblem } from '@setpoint/contract';
import { instantText, type Problem } from '@setpoint/core';

/** A problem as an answer tells it. */
export function writtenProblem({ rule, place, line, text, pair, clashesWith, uncovered }: Problem): ScheduleProblem {
  return {
    rule,
    place,
    ...(line === undefined ? {} : { line }),
    message: text,
    ...(pair === undefined ? {} : namesOfPair(pair)),
    ...(clashesWith === undefined ? {} : { clashesWith }),
    ...(uncovered === undefined
      ? {}
      : {
          uncovered: {
            direction: uncovered.direction,
            from: instantText(uncovered.startMs),
            to: instantText(uncovered.endMs),
            neededkW: uncovered.neededKw,
            bookedkW: uncovered.bookedKw,
          },
        }),
  };
}
