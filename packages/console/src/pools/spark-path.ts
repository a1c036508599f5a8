export interface SparkSize {
  readonly width: number;
  readonly height: number;
  /** The power at the middle plus this is at the top. */
  readonly reachKw: number;
  /** What is at the right edge, and how long the picture is. */
  readonly lastSecond: number;
  readonly seconds: number;
}

/** A line as the path of an SVG: steps, broken where the value is not known. */
export function sparkPath(points: readonly (readonly [second: number, kW: number | null])[], size: SparkSize): string {
  const { width, height, reachKw, lastSecond, seconds } = size;
  const x = (second: number) => round(width * (1 - (lastSecond - second) / seconds));
  const y = (kW: number) => round((height / 2) * (1 - kW / reachKw));
  const steps = points.flatMap(([second, kW], index) => {
    if (kW === null) return [];
    const next = points[index + 1]?.[0] ?? lastSecond;
    const isDrawn = (points[index - 1]?.[1] ?? null) !== null;
    return [`${isDrawn ? 'L' : 'M'}${x(second)} ${y(kW)}L${x(next)} ${y(kW)}`];
  });
  return steps.join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
