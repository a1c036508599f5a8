import type uPlot from 'uplot';
import type { TimeAxis } from '../use-time-axis.ts';
import { zoomView } from './zoom-view.ts';

/** Ctrl and the wheel zoom, sideways moves, a double click zooms out. */
export function listenToWheel(u: uPlot, axis: () => TimeAxis): void {
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
