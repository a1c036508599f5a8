import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageOptions } from './open-page.ts';

/** How a page is looked at, and what it is used with. */
export interface Look extends PageOptions {
  readonly by: 'mouse' | 'keys' | 'touch';
}

export const LOOKS: readonly Look[] = [
  { by: 'mouse', theme: 'light', width: 1_240, height: 1_500 },
  { by: 'keys', theme: 'dark', width: 1_240, height: 1_500 },
  { by: 'touch', theme: 'dark', width: 390, height: 844, hasTouch: true },
];

interface Scrolled {
  scrollIntoView(how: { readonly block: 'center' }): void;
}

/** A hand on a page: it presses, and it slips. */
export function handOf(page: Page, by: Look['by']) {
  /** Presses something once, on purpose. */
  const press = async (target: Locator) => {
    if (by === 'mouse') return target.click();
    if (by === 'touch') return target.tap();
    // Keys reach a button that takes no press yet; a mouse waits for it.
    await expect.poll(() => target.isEnabled()).toBe(true);
    await target.focus();
    return target.press('Enter');
  };
  /** Presses twice where once was meant. */
  const pressTwice = async (target: Locator) => {
    // Clear of the bar at the bottom of a phone.
    await target.evaluate((element: Scrolled) => element.scrollIntoView({ block: 'center' }));
    if (by === 'keys') {
      await target.focus();
      // At once: on a slow machine, a second press that waits for the first is one on purpose.
      return Promise.all((['down', 'up', 'down', 'up'] as const).map((half) => page.keyboard[half]('Enter')));
    }
    const box = await target.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
    if (by === 'mouse') return page.mouse.dblclick(x, y);
    await page.touchscreen.tap(x, y);
    return page.touchscreen.tap(x, y);
  };
  return { press, pressTwice };
}
