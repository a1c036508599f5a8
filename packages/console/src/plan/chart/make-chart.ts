import uPlot from 'uplot';
import { powerTexts } from '../../words/power-text.ts';
import { HEAD, heightOf, isBelow } from './chart-content.ts';
import { chartHooks, type Latest, type Palette } from './chart-hooks.ts';
import { LANE_HEIGHT, LANES_TO_PLOT } from './draw-lanes.ts';
import { valueRange } from './value-range.ts';
import type { TimeAxis } from '../use-time-axis.ts';
import { zoomView } from './zoom-view.ts';

const GUTTER = 128;
const NARROW_GUTTER = 88;
const NARROW = 560;
const SYNC_KEY = 'site-timeline';

export function makeChart(element: HTMLElement, latest: Latest, palette: Palette): uPlot {
  const { axis, unit, lanes, measured } = latest.current;
  const { timeZone, view } = axis;
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
    axes: axesOf(element, latest, palette),
    series: [{}, { stroke: () => palette.current.text, width: 1.5, spanGaps: false, points: { show: false } }],
    hooks: chartHooks(latest, palette),
  };
  const made = new uPlot(options, [measured[0] as number[], measured[1] as (number | null)[]], element);
  made.setScale('x', { min: view.fromMs / 1_000, max: view.toMs / 1_000 });
  listenToWheel(made, () => latest.current.axis);
  return made;
}

function axesOf(element: HTMLElement, latest: Latest, palette: Palette): uPlot.Axis[] {
  const { unit } = latest.current;
  const look = {
    stroke: () => palette.current.muted,
    grid: { stroke: () => palette.current.line, width: 1 },
    ticks: { show: false },
  };
  return [
    { ...look, ...(isBelow(latest.current) ? { values: () => [], size: 0 } : { values: AXIS_VALUES }) },
    {
      ...look,
      size: element.clientWidth < NARROW ? NARROW_GUTTER : GUTTER,
      values: (_u, splits) => (unit === '%' ? splits.map((value) => `${value} %`) : powerTexts(splits)),
    },
  ];
}

// A 24-hour clock in every language.
const AXIS_VALUES: uPlot.Axis.Values = [
  [86_400, '{MM}-{DD}', null, null, null, null, null, null, 1],
  [3_600, '{HH}:{mm}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [60, '{HH}:{mm}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
];

/** Ctrl and the wheel zoom, sideways moves, a double click zooms out. */
function listenToWheel(u: uPlot, axis: () => TimeAxis): void {
  u.over.addEventListener(
    'wheel',
    (event) => {
      // A page that scrolls by must not zoom what it passes.
      if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      const { view, onView } = axis();
      if (event.ctrlKey) {
        onView(zoomView(view, u.posToVal(u.cursor.left ?? 0, 'x') * 1_000, event.deltaY < 0 ? 0.8 : 1.25));
        return;
      }
      const shift =
        ((event.deltaX === 0 ? event.deltaY : event.deltaX) / u.over.clientWidth) * (view.toMs - view.fromMs);
      onView({ fromMs: view.fromMs + shift, toMs: view.toMs + shift });
    },
    { passive: false },
  );
  u.over.addEventListener('dblclick', () => {
    const { view, onView } = axis();
    onView(zoomView(view, (view.fromMs + view.toMs) / 2, 2));
  });
}
