import type uPlot from 'uplot';
import type { Colours } from './read-colours.ts';
import type { Segment } from '../segment.ts';

/** Draws limits, reserves and targets, beneath what was measured. */
export function drawPlan(u: uPlot, segments: readonly Segment[], colours: Colours): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const visible = visibleSegments(u, segments);
  for (const segment of visible) drawBand(u, segment, colours);
  for (const segment of visible) drawReserves(u, segment, colours);
  drawTarget(u, visible, colours);
  for (const segment of visible) if (segment.issues.length > 0) drawIssue(u, segment, colours);
  ctx.restore();
}

function visibleSegments(u: uPlot, segments: readonly Segment[]): readonly Segment[] {
  const { min, max } = u.scales['x'] ?? {};
  const [fromMs, toMs] = [(min ?? 0) * 1_000, (max ?? 0) * 1_000];
  return segments.filter((segment) => segment.toMs > fromMs && segment.fromMs < toMs);
}

function spanOf(u: uPlot, { fromMs, toMs }: Segment) {
  const x = u.valToPos(fromMs / 1_000, 'x', true);
  return { x, width: u.valToPos(toMs / 1_000, 'x', true) - x };
}

function drawBand(u: uPlot, segment: Segment, colours: Colours): void {
  const { ctx, bbox } = u;
  const { lo, hi } = segment;
  if (lo === null && hi === null) return;
  const { x, width } = spanOf(u, segment);
  const top = hi === null ? bbox.top : u.valToPos(hi, 'y', true);
  const bottom = lo === null ? bbox.top + bbox.height : u.valToPos(lo, 'y', true);
  ctx.fillStyle = colours['accent-soft'];
  ctx.globalAlpha = 0.6;
  ctx.fillRect(x, top, width, bottom - top);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colours.accent;
  const line = Math.max(1, devicePixelRatio);
  if (hi !== null) ctx.fillRect(x, top, width, line);
  if (lo !== null) ctx.fillRect(x, bottom, width, line);
}

function drawReserves(u: uPlot, segment: Segment, colours: Colours): void {
  const { target, reserveImport, reserveExport } = segment;
  const base = target ?? 0;
  const { x, width } = spanOf(u, segment);
  const at = (value: number) => u.valToPos(value, 'y', true);
  u.ctx.fillStyle = colours.warn;
  u.ctx.globalAlpha = 0.2;
  if (reserveImport) u.ctx.fillRect(x, at(base + reserveImport), width, at(base) - at(base + reserveImport));
  if (reserveExport) u.ctx.fillRect(x, at(base), width, at(base - reserveExport) - at(base));
  u.ctx.globalAlpha = 1;
}

function drawTarget(u: uPlot, segments: readonly Segment[], colours: Colours): void {
  const { ctx } = u;
  ctx.strokeStyle = colours.accent;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  let isDrawing = false;
  for (const segment of segments) {
    const { target } = segment;
    if (target === null) {
      isDrawing = false;
      continue;
    }
    const { x, width } = spanOf(u, segment);
    const y = u.valToPos(target, 'y', true);
    if (isDrawing) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    ctx.lineTo(x + width, y);
    isDrawing = true;
  }
  ctx.stroke();
}

function drawIssue(u: uPlot, segment: Segment, colours: Colours): void {
  const { ctx, bbox } = u;
  const { x, width } = spanOf(u, segment);
  const height = 4 * devicePixelRatio;
  ctx.fillStyle = colours.bad;
  ctx.fillRect(x, bbox.top + bbox.height - height, width, height);
  if (width < 14 * devicePixelRatio) return;
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.textAlign = 'left';
  ctx.fillText('⚠', Math.max(x, bbox.left) + 2 * devicePixelRatio, bbox.top + bbox.height - height);
}
