import type { Locator, Page } from 'playwright-core';

/** No view has more places to stop at. */
const MOST_STOPS = 80;

/** Moves the keyboard to something, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(target)) return;
  }
  throw new Error(`the keyboard does not get to ${target.toString()}`);
}

export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(element.ownerDocument.activeElement));
}
