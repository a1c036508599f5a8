import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { HOSTILE_TEXTS, TURNING_TEXTS } from '../hostile-texts.ts';
import { startWorld } from '../start-world.ts';

/** So high that a table shows all of its rows. */
const TALL = 9_000;
/** As long as a name may be. */
const LONGEST = `<b>${'x'.repeat(197)}`;
const ISSUER = 'https://login.example.com';
const HOOK = 'https://127.0.0.1:1/';
/** Of what is behind a tab, which. */
const TABS: Readonly<Record<string, string>> = {
  '.tree-name': 'Devices',
  '[role=tabpanel] tr td:first-child': 'Who can command',
};
const DANGEROUS = 'main :is(script, iframe, object, embed, img, style, link, base, form[action], [onerror], [onload])';

/** Where a name that is written from the right turns what stands beside it. */
const TURNING = `
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const turning = [];
  while (walker.nextNode())
    if (walker.currentNode.data.includes('مرحبا') && !walker.currentNode.parentElement.closest('bdi, q, option'))
      turning.push(walker.currentNode.parentElement.outerHTML);
  turning`;

describeOwnConsole('names and texts that are not meant well', startWorld, (inConsole) => {
  let siteId: string;
  let poolId: string;

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
    const first = sites[0] ?? expect.unreachable('there are no texts');
    siteId = first.siteId;
    poolId = randomUUID();
    for (const [index, text] of HOSTILE_TEXTS.entries()) await addOthers(index, text);
    await addOthers(HOSTILE_TEXTS.length, LONGEST);
    await reportDevices(inConsole.world.url(), first.controllerKey);
  });

  /** A pool, an alert, and a person who may command the first site. */
  async function addOthers(index: number, text: string): Promise<void> {
    const { pools, alerts, people } = inConsole.world.operator;
    const members = index === 0 ? [{ siteId }] : [];
    const { personId } = await people.addPerson({ issuer: ISSUER, subject: `${index}`, personName: text });
    await Promise.all([
      pools.put(index === 0 ? poolId : randomUUID(), {
        poolName: text,
        service: 'afrr',
        split: 'proportional',
        members,
      }),
      isOfAlert(text) &&
        alerts.add({ alertName: text, condition: 'offline', minutes: 60, siteId, channel: 'webhook', target: HOOK }),
      people.givePersonRole(personId, { role: 'dispatcher', siteId }),
    ]);
  }

  it.each([
    ['the fleet', () => '/', '.site-name'],
    ['the registry of sites', () => '/registry/sites', 'table a'],
    ['the registry of clients', () => '/registry/clients', 'table a'],
    ['the holds', () => '/health', '.hold q'],
    ['the devices of a site', () => `/sites/${siteId}`, '.tree-name'],
    ['who can command a site', () => `/sites/${siteId}`, '[role=tabpanel] tr td:first-child'],
    ['the alerts', () => '/alerts', 'table a'],
    ['the pools', () => '/pools', 'table a'],
  ])('are shown as text, one and all, in %s', async (_view, path, where) => {
    expect(HOSTILE_TEXTS).toHaveLength(150);
    const page = await openWatched(path());
    const wanted = path() === '/alerts' ? HOSTILE_TEXTS.filter(isOfAlert) : HOSTILE_TEXTS;
    const tab = TABS[where];
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
    if (path() === '/pools') await showAll(page);
    await expect.poll(() => page.locator(where).count()).toBeGreaterThanOrEqual(wanted.length);
    const texts = (await page.locator(where).allTextContents()).map(shown).join('\n');
    for (const text of wanted) expect(texts).toContain(shown(text));
    await expectHarmless(page);
  });

  it('are harmless on every other view', async () => {
    const page = await openWatched('/headroom');
    const ofOne = [`/sites/${siteId}/edit`, `/registry/sites/${siteId}`, `/pools/${poolId}`];
    for (const path of [...ofOne, '/registry/webhooks', '/registry/audit', '/me']) {
      await page.goto(inConsole.world.url() + path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.locator('.loading').waitFor({ state: 'detached' });
      await expectHarmless(page);
    }
  });

  it('are taken up to a length, and not beyond it', async () => {
    const { registry, people, holds } = inConsole.world.operator;
    const text = `<b>${'x'.repeat(10_000)}`;
    const { clientId } = await registry.addClient({ clientName: LONGEST });
    await Promise.all([
      expect(registry.addSite({ siteName: text })).rejects.toThrow('siteName'),
      expect(registry.addClient({ clientName: text })).rejects.toThrow('clientName'),
      expect(people.addPerson({ issuer: ISSUER, subject: 'x', personName: text })).rejects.toThrow('personName'),
      expect(holds.make({ siteId, reason: text })).rejects.toThrow('reason'),
    ]);
    const page = await openWatched(`/registry/clients/${clientId}`);
    await page.getByText(LONGEST.slice(0, 40)).first().waitFor();
    await expectHarmless(page);
  });

  function openWatched(path: string): Promise<Page> {
    return inConsole.signIn({ path, height: TALL });
  }
});

/** There are at most a hundred alerts. */
function isOfAlert(text: string): boolean {
  return text === LONGEST || HOSTILE_TEXTS.indexOf(text) >= HOSTILE_TEXTS.length - 99;
}

/** The pools come some at a time. */
async function showAll(page: Page): Promise<void> {
  await page.locator('table a').first().waitFor();
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await more.count()) > 0) await more.click();
}

async function expectHarmless(page: Page): Promise<void> {
  await expect(page.locator(DANGEROUS).count()).resolves.toBe(0);
  await expect(page.evaluate(TURNING)).resolves.toEqual([]);
}

// As a reader sees it: how white space is made up does not matter.
function shown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function reportDevices(url: string, controllerKey: string): Promise<void> {
  const children = [...HOSTILE_TEXTS, ...TURNING_TEXTS].map((name, index) => ({
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
