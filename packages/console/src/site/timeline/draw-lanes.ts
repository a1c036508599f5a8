import type uPlot from 'uplot';
import type { Block, Lane } from './lanes-of.ts';
import type { Colours } from './read-colours.ts';

export const LANE_HEIGHT = 22;
const GAP = 5;
const NARROWEST_TEXT = 44;

/** Draws the lanes into the space that is left above the plot. */
export function drawLanes(u: uPlot, lanes: readonly Lane[], colours: Colours): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const top = bbox.top - lanes.length * LANE_HEIGHT * ratio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, bbox.left + bbox.width, bbox.top);
  ctx.clip();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  lanes.forEach((lane, index) => {
    const y = top + index * LANE_HEIGHT * ratio;
    drawLane({ u, lane, y, colours });
  });
  ctx.restore();
}

interface LanePlace {
  readonly u: uPlot;
  readonly lane: Lane;
  readonly y: number;
  readonly colours: Colours;
}

function drawLane({ u, lane, y, colours }: LanePlace): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const height = (LANE_HEIGHT - GAP) * ratio;
  ctx.fillStyle = colours.muted;
  ctx.textAlign = 'right';
  ctx.fillText(lane.label, bbox.left - 8 * ratio, y + height / 2, bbox.left - 12 * ratio);
  ctx.fillStyle = colours.sunken;
  ctx.fillRect(bbox.left, y, bbox.width, height);
  ctx.textAlign = 'left';
  for (const block of visibleBlocks(u, lane)) {
    const from = Math.max(bbox.left, u.valToPos(block.fromMs / 1_000, 'x', true));
    const to = Math.min(bbox.left + bbox.width, u.valToPos(block.toMs / 1_000, 'x', true));
    const share = Math.abs(block.value) / lane.largest;
    ctx.fillStyle = colours['accent-soft'];
    ctx.fillRect(from, y, to - from, height);
    // The larger the value, the fuller the bar; below zero it hangs from the top.
    const filled = Math.max(2 * ratio, height * share);
    ctx.fillStyle = colours.accent;
    ctx.globalAlpha = 0.35;
    ctx.fillRect(from, block.value < 0 ? y : y + height - filled, to - from, filled);
    ctx.globalAlpha = 1;
    ctx.fillRect(from, y, Math.max(1, ratio), height);
    if (to - from > NARROWEST_TEXT * ratio)
      drawText(ctx, block, { x: from, y: y + height / 2, width: to - from, colours });
  }
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colours: Colours;
}

function drawText(ctx: CanvasRenderingContext2D, { text }: Block, { x, y, width, colours }: TextPlace): void {
  const room = width - 10 * devicePixelRatio;
  const shown = ctx.measureText(text).width <= room ? text : text.replace(/ .*$/, '');
  if (ctx.measureText(shown).width > room) return;
  ctx.fillStyle = colours.text;
  ctx.fillText(shown, x + 6 * devicePixelRatio, y);
}

function visibleBlocks(u: uPlot, { blocks }: Lane): readonly Block[] {
  const { min = 0, max = 0 } = u.scales['x'] ?? {};
  const [fromMs, toMs] = [(min ?? 0) * 1_000, (max ?? 0) * 1_000];
  return blocks.filter((block) => block.toMs > fromMs && block.fromMs < toMs);
}
