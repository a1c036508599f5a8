import type uPlot from 'uplot';
import type { Palette } from './chart-hooks.ts';
import { onColours, readColours } from './read-colours.ts';

export interface Mounting {
  readonly make: (palette: Palette) => uPlot;
  readonly height: () => number;
}

export interface Mounted {
  readonly chart: uPlot;
  readonly end: () => void;
}

/** Puts a chart into an element, with the width of the element and the colours of the page, also when they change. */
export function mountChart(element: HTMLElement, { make, height }: Mounting): Mounted {
  // Asking the page for a colour is slow, and drawing needs colours often.
  const palette = { current: readColours(element) };
  const chart = make(palette);
  const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: height() }));
  resize.observe(element);
  const forgetColours = onColours(() => {
    palette.current = readColours(element);
    chart.redraw();
  });
  return {
    chart,
    end() {
      forgetColours();
      resize.disconnect();
      chart.destroy();
    },
  };
}
