import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './find-violations.ts';

/** Pictures of what tests show, to look at afterwards. */
const ARTEFACTS = fileURLToPath(new URL('../../test-artefacts/console/', import.meta.url));

/** Expects that axe finds nothing wrong with a page; with a name, a picture of it is taken, too. */
export async function looksRight(page: Page, picture?: string): Promise<void> {
  if (picture !== undefined) await takePicture(page, picture);
  await expect(findViolations(page)).resolves.toEqual([]);
}

export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}

/** Waits until it is shown, at least once. */
export async function appears(target: Locator): Promise<void> {
  await target.first().waitFor();
}
