import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOWN_CHARACTERS = 200;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds wrong with a page as it is now. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, SHOWN_CHARACTERS)}`);
}
