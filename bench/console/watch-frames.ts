import type { Page } from 'playwright-core';

/** What the browser itself says of the frames of a stretch of time. */
export interface Frames {
  readonly count: number;
  /** Frames whose work took longer than 50 ms, by the browser's own account. */
  readonly longMs: readonly number[];
  /** From one frame to the next, the longest: with what the rest of the machine does. */
  readonly longestGapMs: number;
}

const RECORD = `
  (() => {
    const frames = { count: 0, longMs: [], longestGapMs: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) frames.longMs.push(entry.duration);
    }).observe({ type: 'long-animation-frame' });
    let before;
    const next = (at) => {
      if (before !== undefined) frames.longestGapMs = Math.max(frames.longestGapMs, at - before);
      before = at;
      frames.count += 1;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    window.benchFrames = frames;
  })()`;

/** Watches every frame of a page while something is done. */
export async function watchFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(RECORD);
  await act();
  return await page.evaluate<Frames>('window.benchFrames');
}
