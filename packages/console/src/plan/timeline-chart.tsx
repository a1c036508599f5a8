import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { powerTexts } from '../words/power-text.ts';
import { drawLanes, LANE_HEIGHT, LANES_TO_PLOT } from './draw-lanes.ts';
import { drawPlan } from './draw-plan.ts';
import type { Lane } from './lanes-of.ts';
import type { Measured } from '../following/measured-series.ts';
import { type Colours, onColours, readColours } from './read-colours.ts';
import type { Segment } from './segment.ts';
import { valueRange } from './value-range.ts';
import type { TimeAxis } from './use-time-axis.ts';
import type { View } from '../shell/view.ts';

export interface TimelineChartProps {
  readonly label: string;
  readonly unit: 'kW' | '%';
  readonly height: number;
  readonly axis: TimeAxis;
  readonly lanes: readonly Lane[];
  readonly segments: readonly Segment[];
  readonly measured: Measured;
  /** Takes what is dragged over the chart, in place of a zoom. */
  readonly onDraw?: ((drawn: Drawn) => void) | undefined;
}

export interface Drawn {
  readonly fromMs: number;
  readonly toMs: number;
  /** At the height where the mouse was let go, on the axis of the chart. */
  readonly valueKw: number;
  /** The same height as a share of the chart. */
  readonly share: number;
}

const GUTTER = 128;
const NARROW_GUTTER = 88;
const NARROW = 560;
const AXIS_HEIGHT = 34;
/** Above the lanes: where the now-line says what it is. */
const HEAD = 16;
const KEY_STEP_MS = 15 * 60_000;
const SYNC_KEY = 'site-timeline';

/** A chart over time: axes, zoom and what was measured by uPlot; lanes and plan drawn into it. */
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
    // Asking the page for a colour is dear, and a drawing asks often.
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
    // Axes and the space of the lanes are settled when a chart is made.
  }, [axis.timeZone, props.unit, lanes.length, height]);

  useEffect(() => {
    chart.current?.batch(() => {
      chart.current?.setData([measured[0] as number[], measured[1] as (number | null)[]], false);
      chart.current?.setScale('x', { min: view.fromMs / 1_000, max: view.toMs / 1_000 });
    });
  }, [measured, view, lanes, props.segments]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = step(view, at.current);
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

interface Stepped {
  readonly view: View;
  readonly atMs: number;
}

const STEPS: Readonly<Record<string, (view: View, atMs: number) => Stepped>> = {
  ArrowLeft: (view, atMs) => moved(view, atMs - KEY_STEP_MS),
  ArrowRight: (view, atMs) => moved(view, atMs + KEY_STEP_MS),
  '+': (view, atMs) => ({ view: zoomed(view, atMs, 0.5), atMs }),
  '=': (view, atMs) => ({ view: zoomed(view, atMs, 0.5), atMs }),
  '-': (view, atMs) => ({ view: zoomed(view, atMs, 2), atMs }),
};

function moved(view: View, atMs: number): Stepped {
  const shift = atMs < view.fromMs ? atMs - view.fromMs : Math.max(0, atMs - view.toMs);
  return { view: shift === 0 ? view : { fromMs: view.fromMs + shift, toMs: view.toMs + shift }, atMs };
}

const SHORTEST_MS = 15 * 60_000;
const LONGEST_MS = 5 * 24 * 3_600_000;

function zoomed({ fromMs, toMs }: View, atMs: number, factor: number): View {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (toMs - fromMs) * factor));
  const share = (atMs - fromMs) / (toMs - fromMs);
  return { fromMs: atMs - length * share, toMs: atMs + length * (1 - share) };
}

/** A chart below another one leaves the times, and the word for now, to that. */
function isBelow({ unit }: TimelineChartProps): boolean {
  return unit === '%';
}

function heightOf(props: TimelineChartProps): number {
  const { height, lanes } = props;
  if (isBelow(props)) return height;
  return HEAD + height + lanes.length * LANE_HEIGHT + LANES_TO_PLOT + AXIS_HEIGHT;
}

interface Latest {
  readonly current: TimelineChartProps;
}

interface Palette {
  readonly current: Colours;
}

function makeChart(element: HTMLElement, latest: Latest, palette: Palette): uPlot {
  const { axis, unit, lanes, measured } = latest.current;
  const { timeZone, view } = axis;
  const colour = (name: 'muted' | 'line' | 'text') => () => palette.current[name];
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: heightOf(latest.current),
    padding: isBelow(latest.current)
      ? [LANES_TO_PLOT, 28, LANES_TO_PLOT, 0]
      : [HEAD + lanes.length * LANE_HEIGHT + LANES_TO_PLOT, 28, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    cursor: {
      sync: { key: SYNC_KEY },
      drag: { x: true, y: false, setScale: false },
      y: false,
      points: { show: false },
    },
    legend: { show: false },
    scales: {
      x: { time: true, range: (_u, min, max) => [min, max] },
      y: { range: (u) => (unit === '%' ? [0, 100] : valueRange(latest.current, u.scales['x'] ?? {})) },
    },
    axes: [
      {
        stroke: colour('muted'),
        grid: { stroke: colour('line'), width: 1 },
        ticks: { show: false },
        ...(isBelow(latest.current) ? { values: () => [], size: 0 } : { values: AXIS_VALUES }),
      },
      {
        stroke: colour('muted'),
        grid: { stroke: colour('line'), width: 1 },
        ticks: { show: false },
        size: element.clientWidth < NARROW ? NARROW_GUTTER : GUTTER,
        values: (_u, splits) => (unit === '%' ? splits.map((value) => `${value} %`) : powerTexts(splits)),
      },
    ],
    series: [{}, { stroke: colour('text'), width: 1.5, spanGaps: false, points: { show: false } }],
    hooks: hooksOf(latest, palette),
  };
  const made = new uPlot(options, [measured[0] as number[], measured[1] as (number | null)[]], element);
  made.setScale('x', { min: view.fromMs / 1_000, max: view.toMs / 1_000 });
  listenToWheel(made, latest);
  return made;
}

// 24-hour clock, whatever the browser's language.
const AXIS_VALUES: uPlot.Axis.Values = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [3_600, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
];

function hooksOf(latest: Latest, palette: Palette): uPlot.Hooks.Arrays {
  return {
    drawAxes: [(u) => drawPlan(u, latest.current.segments, palette.current)],
    draw: [
      (u) => {
        const colours = palette.current;
        drawLanes(u, latest.current.lanes, colours);
        drawNow(u, colours, isBelow(latest.current) ? 0 : HEAD);
      },
    ],
    setCursor: [
      (u) => {
        const { left = -1 } = u.cursor;
        latest.current.axis.onHover(left < 0 ? null : u.posToVal(left, 'x') * 1_000);
      },
    ],
    setSelect: [
      (u) => {
        const { left, width } = u.select;
        if (width < 4) return;
        const [fromMs, toMs] = [u.posToVal(left, 'x') * 1_000, u.posToVal(left + width, 'x') * 1_000];
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        const { onDraw, axis } = latest.current;
        if (onDraw !== undefined) onDraw({ fromMs, toMs, ...heightAt(u) });
        else if (toMs - fromMs >= SHORTEST_MS / 3) axis.onView({ fromMs, toMs });
      },
    ],
  };
}

function heightAt(u: uPlot): Pick<Drawn, 'valueKw' | 'share'> {
  const { clientHeight } = u.over;
  const top = Math.max(0, Math.min(clientHeight, u.cursor.top ?? 0));
  return { valueKw: u.posToVal(top, 'y'), share: 1 - top / Math.max(1, clientHeight) };
}

function drawNow(u: uPlot, colours: Colours, head: number): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const x = u.valToPos(Date.now() / 1_000, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.fillStyle = colours.text;
  ctx.fillRect(x, head * ratio, 1.5 * ratio, bbox.top + bbox.height - head * ratio);
  if (head === 0) return;
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText('now', x, (head - 4) * ratio);
}

function listenToWheel(u: uPlot, latest: Latest): void {
  u.over.addEventListener(
    'wheel',
    (event) => {
      // A page that scrolls by must not zoom what it passes.
      if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      const { view, onView } = latest.current.axis;
      if (event.ctrlKey) {
        onView(zoomed(view, u.posToVal(u.cursor.left ?? 0, 'x') * 1_000, event.deltaY < 0 ? 0.8 : 1.25));
        return;
      }
      const shift =
        ((event.deltaX === 0 ? event.deltaY : event.deltaX) / u.over.clientWidth) * (view.toMs - view.fromMs);
      onView({ fromMs: view.fromMs + shift, toMs: view.toMs + shift });
    },
    { passive: false },
  );
  u.over.addEventListener('dblclick', () => {
    const { view, onView } = latest.current.axis;
    onView(zoomed(view, (view.fromMs + view.toMs) / 2, 2));
  });
}
