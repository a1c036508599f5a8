import type { View } from '../../shell/view.ts';
import { zoomView } from './zoom-view.ts';

const KEY_STEP_MS = 15 * 60_000;

export interface Stepped {
  readonly view: View;
  readonly atMs: number;
}

/** What a key does: the arrow keys move the instant that is pointed at, plus and minus zoom around it. */
export function stepByKey(key: string, view: View, atMs: number): Stepped | undefined {
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
