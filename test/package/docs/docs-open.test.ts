import { OPERATIONS, PATHS } from '@setpoint/contract';
import { openWorld } from '@setpoint/server/testing/open-world';
import { unless } from '@setpoint/server/testing/unless';
import { expect, it, onTestFinished } from 'vitest';
import { findViolations } from '../../console/find-violations.ts';
import { launchBrowser, openPage, takeComplaints } from '../../console/open-page.ts';
import { noBrowser } from '../../support/find-browser.ts';

it('the docs and the reference open in a browser, and nothing is wrong with them', unless(noBrowser), async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await openPage(browser, world.base);
  await page.goto(`${world.base}/docs/glossary.html`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(world.base + PATHS.reference);
  const [first] = OPERATIONS;
  await page
    .getByText(first?.summary ?? '')
    .first()
    .waitFor();
  expect(takeComplaints()).toEqual([]);
});
