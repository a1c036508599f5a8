import type { Page } from 'playwright-core';
import { fillTimeline } from '../console/fill-timeline.ts';
import { openConsole } from '../console/open-console.ts';
import { medianOf } from '../run/compare.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SITES = 100;
const DRAW_MS = 150;
const ZOOM_MS = 30;
const ZOOMS = 20;

// uPlot clears a canvas before it draws it; drawn is what the frame after that shows.
const NOTE_DRAWING = `
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    if (this.canvas.closest('.timeline') !== null) window.benchDrawnAt = performance.now();
    return clear.apply(this, area);
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  }));
  window.benchDrawing = async (act) => {
    const startedAt = performance.now();
    act();
    do await frame(); while (!(window.benchDrawnAt > startedAt));
    return performance.now() - startedAt;
  };`;

const BACK_TO_SITE = `window.benchDrawing(() => document.querySelector('.crumbs a').click())`;
const zoom = (deltaY: number) =>
  `window.benchDrawing(() => document.querySelector('.timeline .u-over').dispatchEvent(
    new WheelEvent('wheel', { deltaY: ${deltaY}, ctrlKey: true, bubbles: true, cancelable: true })))`;

export function consoleTimelineRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    await using opened = await openConsole(setpoint, store);
    const { page } = opened;
    const siteId = [...store.stamps.keys()][0] ?? '';
    await fillTimeline(setpoint, page, siteId);
    await page.addInitScript(NOTE_DRAWING);
    await page.goto(new URL(`/sites/${siteId}`, setpoint.url).href);
    await chart(page);
    const [drawn, zoomed]: [number[], number[]] = [[], []];
    for (let round = 0; round < run.rounds + 2; round += 1) {
      await page.getByRole('link', { name: 'Edit schedule' }).click();
      await page.getByRole('heading', { name: /^Schedule of/ }).waitFor();
      drawn.push(await page.evaluate<number>(BACK_TO_SITE));
      await chart(page);
      await page.getByRole('radio', { name: 'Four days' }).click();
      for (let turn = 0; turn < ZOOMS; turn += 1) {
        zoomed.push(await page.evaluate<number>(zoom(turn % 2 === 0 ? -100 : 100)));
      }
    }
    const worst = (times: number[]) => `median (${Math.max(...times).toFixed(0)} ms at worst)`;
    return {
      kind: 'claimed',
      claims: [
        limitedTo(`from the click to the view of the site with the timeline drawn, ${worst(drawn)}`, {
          measured: medianOf(drawn),
          atMost: DRAW_MS,
          unit: 'ms',
        }),
        limitedTo(`from a turn of the wheel to the frame that shows it, ${worst(zoomed)}`, {
          measured: medianOf(zoomed),
          atMost: ZOOM_MS,
          unit: 'ms',
        }),
      ],
    };
  };
  const title = 'Timeline of 3 days of minutes and 14 commands of 288 entries';
  return { name: 'console-timeline', title, measure };
}

async function chart(page: Page): Promise<void> {
  await page.getByRole('application', { name: /Measured state of charge/ }).waitFor();
  await page.getByText('Grid: ', { exact: false }).first().waitFor();
}
