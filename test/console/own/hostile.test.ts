import { PATHS } from '@setpoint/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import type { OpenedPage } from '../open-page.ts';
import { startWorld } from '../start-world.ts';

/** So high that a table shows all of its rows. */
const TALL = 9_000;
const DANGEROUS = 'main :is(script, iframe, object, embed, img, style, link, base, form[action], [onerror], [onload])';

describeOwnConsole('names and texts that are not meant well', startWorld, (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    const { registry, holds } = inConsole.world.operator;
    const sites = await Promise.all(
      HOSTILE_TEXTS.map(async (text) => {
        const site = await registry.addSite({ siteName: text });
        await Promise.all([
          registry.addClient({ clientName: text }),
          holds.make({ siteId: site.siteId, reason: text }),
        ]);
        return site;
      }),
    );
    const [first] = sites;
    if (first === undefined) throw new Error('there are no texts');
    siteId = first.siteId;
    await reportDevices(inConsole.world.url(), first.controllerKey);
  });

  it.each([
    ['the fleet', () => '/', '.site-name'],
    ['the registry of sites', () => '/registry/sites', 'table a'],
    ['the registry of clients', () => '/registry/clients', 'table a'],
    ['the holds', () => '/health', '.hold q'],
    ['the devices of a site', () => `/sites/${siteId}`, '.tree-name'],
  ])('are shown as text: all 150 in %s', async (_view, path, where) => {
    expect(HOSTILE_TEXTS).toHaveLength(150);
    const opened = await openWatched(path());
    if (where === '.tree-name') await opened.page.getByRole('tab', { name: 'Devices' }).click();
    await expect.poll(() => opened.page.locator(where).count()).toBeGreaterThanOrEqual(HOSTILE_TEXTS.length);
    const texts = (await opened.page.locator(where).allTextContents()).map(shown).join('\n');
    for (const text of HOSTILE_TEXTS) expect(texts).toContain(shown(text));
    await expectHarmless(opened);
  });

  it('are harmless on every other view', async () => {
    const opened = await openWatched('/headroom');
    for (const path of [`/sites/${siteId}/edit`, `/registry/sites/${siteId}`, '/registry/webhooks']) {
      await opened.page.goto(inConsole.world.url() + path);
      await opened.page.locator('h1').first().waitFor({ state: 'attached' });
      await opened.page.locator('.loading').waitFor({ state: 'detached' });
      await expectHarmless(opened);
    }
  });

  function openWatched(path: string): Promise<OpenedPage> {
    return inConsole.signIn({ path, height: TALL });
  }
});

async function expectHarmless({ page, complaints }: { page: Page; complaints: string[] }): Promise<void> {
  await expect(page.locator(DANGEROUS).count()).resolves.toBe(0);
  // Requests elsewhere and refusals by the policy are among them.
  expect(complaints).toEqual([]);
}

// As a reader sees it: how white space is made up does not matter.
function shown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function reportDevices(url: string, controllerKey: string): Promise<void> {
  const children = HOSTILE_TEXTS.map((name, index) => ({
    uid: `${index} ${name}`,
    node_type: 'Device',
    device_type: 'load',
    name,
    rated_power_lower_limit_kW: 0,
    rated_power_upper_limit_kW: 1,
    children: [],
  }));
  const root = { uid: 'root', node_type: 'Dispatcher', device_type: 'site', children };
  const session = crypto.randomUUID();
  const report = { session, sequence: 1, sentAt: new Date().toISOString(), schedule: null, devices: root };
  const response = await fetch(url + PATHS.controllerReport, {
    method: 'POST',
    headers: { authorization: `Bearer ${controllerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });
  if (!response.ok) throw new Error(`not taken: ${response.status} ${await response.text()}`);
}
