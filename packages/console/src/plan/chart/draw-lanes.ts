import type uPlot from 'uplot';
import { valueText } from '../../words/value-text.ts';
import type { Block, Lane } from '../lanes-of.ts';
import type { Colours } from './read-colours.ts';

export const LANE_HEIGHT = 24;
const GAP = 4;
/** The space between the lanes and the plot. */
export const LANES_TO_PLOT = 8;
const NARROWEST_TEXT = 44;
/** The opacity of a block behind its words, from the smallest value of a lane to the largest. */
const FAINTEST = 0.1;
const FULLEST = 0.4;
const BAR = 0.6;

/** Draws the lanes into the space that is left above the plot. */
export function drawLanes(u: uPlot, lanes: readonly Lane[], colours: Colours): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const top = bbox.top - (lanes.length * LANE_HEIGHT + LANES_TO_PLOT) * ratio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, bbox.left + bbox.width, bbox.top);
  ctx.clip();
  ctx.font = `${11.5 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  lanes.forEach((lane, index) => {
    const y = top + index * LANE_HEIGHT * ratio;
    drawLane(u, lane, y, colours);
  });
  ctx.restore();
}

function drawLane(u: uPlot, lane: Lane, y: number, colours: Colours): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const height = (LANE_HEIGHT - GAP) * ratio;
  ctx.fillStyle = colours.muted;
  ctx.textAlign = 'right';
  ctx.fillText(lane.label, bbox.left - 8 * ratio, y + height / 2, bbox.left - 12 * ratio);
  ctx.fillStyle = colours.sunken;
  ctx.fillRect(bbox.left, y, bbox.width, height);
  ctx.textAlign = 'left';
  const places = visibleBlocks(u, lane).map((block) => {
    const x = Math.max(bbox.left, u.valToPos(block.fromMs / 1_000, 'x', true));
    const width = Math.min(bbox.left + bbox.width, u.valToPos(block.toMs / 1_000, 'x', true)) - x;
    return { block, share: Math.abs(block.value) / lane.largest, x, y, width, height, colours };
  });
  const hasWords = places.some(({ width }) => width > NARROWEST_TEXT * ratio);
  for (const place of places) {
    if (hasWords) drawTinted(ctx, place, valueText(lane.command, place.block.value));
    else drawBar(ctx, place);
  }
}

interface BlockPlace {
  readonly block: Block;
  readonly share: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
}

/** The larger the value, the stronger the colour; its text is drawn on it. */
function drawTinted(ctx: CanvasRenderingContext2D, place: BlockPlace, text: string): void {
  const { block, share, x, y, width, height, colours } = place;
  const ratio = devicePixelRatio;
  ctx.fillStyle = block.value < 0 ? colours.below : colours.accent;
  ctx.globalAlpha = FAINTEST + share * (FULLEST - FAINTEST);
  ctx.fillRect(x, y, width, height);
  ctx.globalAlpha = 1;
  ctx.fillRect(x, y, Math.min(2 * ratio, width), height);
  drawText(ctx, text, { x, y: y + height / 2, width, colours });
}

/** The larger the value, the higher the bar: up from the bottom, or down from the top for a negative value. */
function drawBar(ctx: CanvasRenderingContext2D, { block, share, x, y, width, height, colours }: BlockPlace): void {
  const ratio = devicePixelRatio;
  const isBelow = block.value < 0;
  const filled = Math.max(ratio, height * share);
  ctx.fillStyle = isBelow ? colours.below : colours.accent;
  ctx.globalAlpha = BAR;
  ctx.fillRect(x, isBelow ? y : y + height - filled, Math.max(width, ratio), filled);
  ctx.globalAlpha = 1;
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colours: Colours;
}

function drawText(ctx: CanvasRenderingContext2D, text: string, { x, y, width, colours }: TextPlace): void {
  const room = width - 10 * devicePixelRatio;
  const shown = ctx.measureText(text).width <= room ? text : (text.split(' ')[0] ?? '');
  if (ctx.measureText(shown).width > room) return;
  ctx.fillStyle = colours.text;
  ctx.fillText(shown, x + 6 * devicePixelRatio, y);
}

function visibleBlocks(u: uPlot, { blocks }: Lane): readonly Block[] {
  const { min = 0, max = 0 } = u.scales['x'] ?? {};
  const [fromMs, toMs] = [(min ?? 0) * 1_000, (max ?? 0) * 1_000];
  return blocks.filter((block) => block.toMs > fromMs && block.fromMs < toMs);
}
