import { explain } from '../words/explain.ts';
import type { View } from '../shell/view.ts';
import type { Segment } from './segment.ts';

export interface LegendProps {
  readonly segments: readonly Segment[];
  readonly view: View;
  readonly hasMeasured: boolean;
}

/** What the marks in the picture mean; only of those that are in it. */
export function Legend({ segments, view, hasMeasured }: LegendProps) {
  const shown = segments.filter(({ fromMs, toMs }) => toMs > view.fromMs && fromMs < view.toMs);
  const has = (is: (segment: Segment) => boolean) => shown.some(is);
  return (
    <p className="legend">
      {hasMeasured && <span className="legend-measured">measured</span>}
      {has(({ target }) => target !== null) && <span className="legend-plan">planned</span>}
      {has(({ lo, hi }) => lo !== null || hi !== null) && <span className="legend-band">allowed by the limits</span>}
      {has(({ reserveImport, reserveExport }) => Boolean(reserveImport) || Boolean(reserveExport)) && (
        <span className="legend-reserve" title={explain('reserves')}>
          reserves
        </span>
      )}
      {has(({ issues }) => issues.length > 0) && <span className="legend-issue">⚠ issue</span>}
      {shown.length > 0 && has(({ target }) => target === null) && (
        <i>
          {has(({ target }) => target !== null) ? 'No line' : 'No line for the plan'}: no setpoint, the site decides.
        </i>
      )}
    </p>
  );
}
