import type { View } from '../../shell/view.ts';

export const SHORTEST_MS = 15 * 60_000;
const LONGEST_MS = 5 * 24 * 3_600_000;

/** A view made shorter or longer around an instant, which keeps its place on the screen. */
export function zoomView({ fromMs, toMs }: View, atMs: number, factor: number): View {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (toMs - fromMs) * factor));
  const share = (atMs - fromMs) / (toMs - fromMs);
  return { fromMs: atMs - length * share, toMs: atMs + length * (1 - share) };
}
