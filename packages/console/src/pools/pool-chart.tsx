import { useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Palette } from '../plan/chart/chart-hooks.ts';
import { mountChart } from '../plan/chart/mount-chart.ts';
import type { Colours } from '../plan/chart/read-colours.ts';
import { powerText, powerTexts } from '../words/power-text.ts';
import { holdSteps, SHOWN_SECONDS, type Trace } from './past-trace.ts';
import '../plan/plan.css';

const HEIGHT = 260;
const GUTTER = 84;

interface PoolChartProps {
  readonly trace: Trace;
  /** That of the chart as it was first drawn. */
  readonly timeZone: string;
  readonly label: string;
}

/** What was asked for, ordered and supplied over the last minutes. */
export function PoolChart({ trace, timeZone, label }: PoolChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const mounted = mountChart(element, {
      make: (palette) => new uPlot(optionsOf(element.clientWidth, palette, timeZone), seriesOf(trace), element),
      height: () => HEIGHT,
    });
    chart.current = mounted.chart;
    return mounted.end;
  }, []);
  useEffect(() => chart.current?.setData(seriesOf(trace)), [trace]);
  return (
    <>
      <div
        ref={holder}
        className="chart"
        role="img"
        aria-label={`${label}: ${rangeText(trace)}. Now ${lastText(trace)}`}
      />
      <p className="legend">
        <span className="legend-signal">asked for</span>
        <span className="legend-ordered">ordered</span>
        <span className="legend-supplied">supplied</span>
        <span>times in {timeZone}</span>
      </p>
    </>
  );
}

function rangeText([, signal, , supplied]: Trace): string {
  const ranges = [
    ['asked for', knownOf(signal)],
    ['supplied', knownOf(supplied)],
  ] as const;
  const known = ranges.filter(([, values]) => values.length > 0);
  if (known.length === 0) return 'nothing is known yet';
  const texts = known.map(
    ([name, values]) => `${name} ${powerText(Math.min(...values))} to ${powerText(Math.max(...values))}`,
  );
  return texts.join(', ');
}

function knownOf(line: readonly (number | null)[]): number[] {
  return line.flatMap((kW) => kW ?? []);
}

function lastText([, signal, ordered, supplied]: Trace): string {
  const said = [
    ['asked for', signal],
    ['ordered', ordered],
    ['supplied', supplied],
  ] as const;
  return said.map(([name, values]) => `${name} ${powerText(values.at(-1))}`).join(', ');
}

function seriesOf(trace: Trace): uPlot.AlignedData {
  const [seconds, ...lines] = holdSteps(trace);
  return [[...seconds], ...lines.map((line) => [...line])] as uPlot.AlignedData;
}

function optionsOf(width: number, palette: Palette, timeZone: string): uPlot.Options {
  const look = {
    stroke: () => palette.current.muted,
    grid: { stroke: () => palette.current.line, width: 1 },
    ticks: { show: false },
  };
  // What is not known begins at its own point, not at the one before.
  const stepped = uPlot.paths.stepped?.({ align: 1, alignGaps: 1 });
  const line = (colour: keyof Colours, more: Partial<uPlot.Series>): uPlot.Series => ({
    stroke: () => palette.current[colour],
    spanGaps: false,
    points: { show: false },
    ...(stepped === undefined ? {} : { paths: stepped }),
    ...more,
  });
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    // The last time has half of itself beyond the axis.
    padding: [10, 34, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: true, range: lastMinutes }, y: { range: aroundZero } },
    axes: [
      { ...look, values: '{HH}:{mm}:{ss}', space: 80, size: 28 },
      { ...look, size: GUTTER, values: (_u, splits) => powerTexts(splits) },
    ],
    series: [
      {},
      line('text', { width: 3, dash: [2, 4] }),
      line('accent', { width: 2 }),
      line('below', { width: 1.5, dash: [8, 4] }),
    ],
  };
}

function lastMinutes(u: uPlot, _min: number, max: number): [number, number] {
  const end = u.data[0].at(-1) ?? (max > 0 ? max : Date.now() / 1_000);
  return [end - SHOWN_SECONDS, end];
}

const MARGIN = 0.1;

function aroundZero(_u: uPlot, min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  const margin = Math.max(1, (high - low) * MARGIN);
  return [low === 0 ? 0 : low - margin, high === 0 && low < 0 ? 0 : high + margin];
}
