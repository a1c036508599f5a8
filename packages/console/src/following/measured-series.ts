import type { MeasuredMean } from '@setpoint/contract';
import type { MeasuredPoints } from '../plan/measured-points.ts';

/** The measurements of one asset, as the chart draws them. */
export function measuredSeries(
  means: readonly MeasuredMean[],
  asset: string,
  field: 'activePowerkW' | 'soc',
): MeasuredPoints {
  const seconds: number[] = [];
  const values: (number | null)[] = [];
  let endMs: number | undefined;
  for (const mean of means) {
    if (mean.asset !== asset) continue;
    const [fromMs, toMs] = [Date.parse(mean.startAt), Date.parse(mean.endAt)];
    if (endMs !== undefined && fromMs > endMs) {
      seconds.push(endMs / 1_000);
      values.push(null);
    }
    seconds.push((fromMs + toMs) / 2_000);
    values.push(mean[field]);
    endMs = toMs;
  }
  return [seconds, values];
}
