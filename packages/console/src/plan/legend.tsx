export interface LegendProps {
  readonly hasReserves: boolean;
  readonly hasMeasured: boolean;
}

/** What the marks of the chart stand for. */
export function Legend({ hasReserves, hasMeasured }: LegendProps) {
  return (
    <p className="legend">
      {hasMeasured && <span className="legend-measured">measured</span>}
      <span className="legend-plan">planned</span>
      <span className="legend-band">within the limits</span>
      {hasReserves && <span className="legend-reserve">reserves on top</span>}
      <span className="legend-issue">⚠ issue</span>
    </p>
  );
}
