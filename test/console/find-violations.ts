import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOWN_CHARACTERS = 200;

/** What axe finds wrong with a page as it is now. */
export function findViolations(page: Page): Promise<string[]> {
  return runAxe(page, '{}');
}

/** The part that depends on colours alone, for what was looked at in the other theme. */
export function findFaintTexts(page: Page): Promise<string[]> {
  return runAxe(page, `{ runOnly: ['color-contrast'] }`);
}

async function runAxe(page: Page, options: string): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const violations = await page.evaluate<
    { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  >(`axe.run(${options}).then((result) => result.violations)`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, SHOWN_CHARACTERS)}`);
}
