import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartContent, heightOf } from './chart/chart-content.ts';
import { makeChart } from './chart/make-chart.ts';
import { NOTHING_MEASURED } from './measured-points.ts';
import { mountChart } from './chart/mount-chart.ts';
import './plan.css';
import type { View } from '../shell/view.ts';
import { zoomView } from './chart/zoom-view.ts';

/** What is left out is empty. */
type Drawing = 'lanes' | 'segments' | 'measured';

export interface TimelineChartProps extends Omit<ChartContent, Drawing>, Partial<Pick<ChartContent, Drawing>> {
  readonly label: string;
}

const EMPTY: Pick<ChartContent, Drawing> = { lanes: [], segments: [], measured: NOTHING_MEASURED };

/** A chart over time. uPlot draws the axes and the measurements; lanes and plan are drawn into it. */
export function TimelineChart(props: TimelineChartProps) {
  const content: ChartContent = { ...EMPTY, ...props };
  const { label } = props;
  const { axis, unit, measured, lanes, segments, edited, height } = content;
  const { view, onView, onHover } = axis;
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(content);
  latest.current = content;
  const at = useRef(Date.now());

  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const mounted = mountChart(element, {
      make: (palette) => makeChart(element, latest, palette),
      height: () => heightOf(latest.current),
    });
    chart.current = mounted.chart;
    return () => {
      mounted.end();
      chart.current = undefined;
    };
    // The axes and the space for the lanes cannot change once a chart is made.
  }, [axis.timeZone, unit, lanes.length, height]);

  useEffect(() => {
    chart.current?.batch(() => {
      chart.current?.setData([measured[0] as number[], measured[1] as (number | null)[]], false);
      chart.current?.setScale('x', { min: view.fromMs / 1_000, max: view.toMs / 1_000 });
    });
  }, [measured, view, lanes, segments, edited]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepByKey(event.key, view, at.current);
    if (next === undefined) return;
    event.preventDefault();
    at.current = next.atMs;
    if (next.view !== view) onView(next.view);
    onHover(next.atMs);
    const left = chart.current?.valToPos(next.atMs / 1_000, 'x');
    if (left !== undefined) chart.current?.setCursor({ left, top: 1 }, false);
  };
  return (
    <div
      ref={holder}
      className="chart"
      role="application"
      aria-label={`${label}. Arrow keys move along it, plus and minus zoom.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => (at.current = Math.min(view.toMs, Math.max(view.fromMs, Date.now())))}
    />
  );
}

const KEY_STEP_MS = 15 * 60_000;

interface Stepped {
  readonly view: View;
  readonly atMs: number;
}

/** What a key does: the arrow keys move the instant that is pointed at, plus and minus zoom around it. */
function stepByKey(key: string, view: View, atMs: number): Stepped | undefined {
  return STEPS[key]?.(view, atMs);
}

const STEPS: Readonly<Record<string, (view: View, atMs: number) => Stepped>> = {
  ArrowLeft: (view, atMs) => moved(view, atMs - KEY_STEP_MS),
  ArrowRight: (view, atMs) => moved(view, atMs + KEY_STEP_MS),
  '+': (view, atMs) => ({ view: zoomView(view, atMs, 0.5), atMs }),
  '=': (view, atMs) => ({ view: zoomView(view, atMs, 0.5), atMs }),
  '-': (view, atMs) => ({ view: zoomView(view, atMs, 2), atMs }),
};

function moved(view: View, atMs: number): Stepped {
  const shift = atMs < view.fromMs ? atMs - view.fromMs : Math.max(0, atMs - view.toMs);
  return { view: shift === 0 ? view : { fromMs: view.fromMs + shift, toMs: view.toMs + shift }, atMs };
}
