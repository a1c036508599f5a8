import { explain } from '../words/explain.ts';

export interface LegendProps {
  readonly hasReserves: boolean;
  readonly hasMeasured: boolean;
}

/** What the marks of the chart mean. */
export function Legend({ hasReserves, hasMeasured }: LegendProps) {
  return (
    <p className="legend">
      {hasMeasured && <span className="legend-measured">measured</span>}
      <span className="legend-plan">planned</span>
      <span className="legend-band">allowed by the limits</span>
      {hasReserves && (
        <span className="legend-reserve" title={explain('reserves')}>
          reserves
        </span>
      )}
      <span className="legend-issue">⚠ issue</span>
    </p>
  );
}
