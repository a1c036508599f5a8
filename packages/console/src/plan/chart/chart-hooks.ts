import type uPlot from 'uplot';
import { type ChartContent, HEAD, isBelow } from './chart-content.ts';
import { drawLanes } from './draw-lanes.ts';
import { drawPlan } from './draw-plan.ts';
import type { Colours } from './read-colours.ts';
import { SHORTEST_MS } from './zoom-view.ts';

export interface Latest {
  readonly current: ChartContent;
}

export interface Palette {
  readonly current: Colours;
}

/** What is drawn into the chart, and what pointing and dragging do. */
export function chartHooks(latest: Latest, palette: Palette): uPlot.Hooks.Arrays {
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
        if (toMs - fromMs >= SHORTEST_MS / 3) latest.current.axis.onView({ fromMs, toMs });
      },
    ],
  };
}

/** Draws a line at the present, labelled where there is space above the chart. */
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
