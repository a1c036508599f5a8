import type { Trace } from './past-trace.ts';

const INSTANT_SECONDS = 0.001;

//  drawn     |‾‾|__                uPlot draws a step up to the next value, and none up to where there is no value:
//  held      |‾‾|____              so each step is said once more just before
/** The trace with each value held until it is known no more. */
export function holdSteps([seconds, ...lines]: Trace): Trace {
  const isEnd = (index: number) =>
    index > 0 && lines.some((line) => line[index] === null && (line[index - 1] ?? null) !== null);
  const points = seconds.flatMap((second, index) =>
    isEnd(index)
      ? [
          { second: second - INSTANT_SECONDS, index: index - 1 },
          { second, index },
        ]
      : [{ second, index }],
  );
  const [signal = [], ordered = [], supplied = []] = lines.map((line) =>
    points.map(({ index }) => line[index] ?? null),
  );
  return [points.map(({ second }) => second), signal, ordered, supplied];
}
