import type uPlot from 'uplot';
import type { Colours } from './read-colours.ts';

/** Draws a line at the present, labelled where there is space above the chart. */
export function drawNow(u: uPlot, colours: Colours, head: number): void {
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
