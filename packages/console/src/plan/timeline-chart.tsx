import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartContent, heightOf } from './chart-content.ts';
import { makeChart } from './make-chart.ts';
import { onColours, readColours } from './read-colours.ts';
import { stepByKey } from './step-by-key.ts';
import './plan.css';

export interface TimelineChartProps extends ChartContent {
  readonly label: string;
}

/** A chart over time. uPlot draws the axes and the measurements; lanes and plan are drawn into it. */
export function TimelineChart(props: TimelineChartProps) {
  const { label, axis, measured, lanes, height } = props;
  const { view, onView, onHover } = axis;
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const at = useRef(Date.now());

  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    // Asking the page for a colour is slow, and drawing needs colours often.
    const palette = { current: readColours(element) };
    const made = makeChart(element, latest, palette);
    chart.current = made;
    const resize = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: heightOf(latest.current) }),
    );
    resize.observe(element);
    const forgetColours = onColours(() => {
      palette.current = readColours(element);
      made.redraw();
    });
    return () => {
      forgetColours();
      resize.disconnect();
      made.destroy();
      chart.current = undefined;
    };
    // The axes and the space for the lanes cannot change once a chart is made.
  }, [axis.timeZone, props.unit, lanes.length, height]);

  useEffect(() => {
    chart.current?.batch(() => {
      chart.current?.setData([measured[0] as number[], measured[1] as (number | null)[]], false);
      chart.current?.setScale('x', { min: view.fromMs / 1_000, max: view.toMs / 1_000 });
    });
  }, [measured, view, lanes, props.segments]);

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
