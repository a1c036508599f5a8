import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { addClient } from '../add-client.ts';
import { describeOwnConsole } from '../describe-console.ts';
import { startWorld } from '../start-world.ts';

const TABS = 10;

describeOwnConsole('many tabs of one browser', startWorld, (inConsole) => {
  beforeAll(async () => {
    await inConsole.world.addSimulatedSite('Brewery Plzen');
  });
  /** So many streams of events the service has open. */
  const areStreams = async (count: number) => {
    const operations = /operations +(\S+)/.exec(inConsole.world.service.output())?.[1] ?? '';
    const figures = async () => (await fetch(`${operations}/metrics`)).text();
    await expect.poll(figures).toMatch(new RegExp(`^setpoint_event_listeners ${count}$`, 'm'));
  };
  const openTabs = async (count: number, path = '/') => {
    const page = await inConsole.signIn({ path });
    const tabs = [page];
    while (tabs.length < count) tabs.push(await openTab(page.context(), path));
    await areStreams(1);
    return tabs;
  };
  const openTab = async (context: BrowserContext, path: string) => {
    const tab = await context.newPage();
    await tab.goto(inConsole.world.url() + path);
    await tab.getByText('Live', { exact: true }).waitFor();
    return tab;
  };

  it('follow one stream, and a stop leaves each of ten', async () => {
    const tabs = await openTabs(TABS, '/holds');
    for (const tab of tabs) {
      await tab.bringToFront();
      await tab.getByRole('button', { name: 'Hold all sites' }).click();
      const dialog = tab.getByRole('alertdialog');
      await dialog.getByRole('textbox').fill('hold');
      const confirm = dialog.getByRole('button', { name: 'Hold all sites', disabled: false });
      await expect.poll(() => confirm.getAttribute('aria-disabled')).not.toBe('true');
      await confirm.click();
      // Without a free connection, it never arrives.
      const [hold] = await lookUntil(
        () => inConsole.world.openHolds(),
        ({ length }) => length === 1,
      );
      await inConsole.world.operator.holds.release(hold?.holdId ?? '');
    }
    await areStreams(1);
  });

  it('miss nothing when the one that follows is closed, or hidden; nobody follows for hidden ones', async () => {
    const [first, second, third] = (await openTabs(3)) as [Page, Page, Page];
    const from: (string | null)[] = [];
    first.context().on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/fleet/events')) from.push(url.searchParams.get('after'));
    });
    const { siteId } = await inConsole.world.operator.registry.addSite({ siteName: 'Heard of', timeZone: 'UTC' });
    for (const tab of [first, second, third]) await tab.getByText('Heard of').first().waitFor();
    await first.close();
    // It goes on after the last event, not from now on.
    await expect.poll(() => from).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/)]);
    await show(second, 'hidden');
    await expect.poll(() => from.length).toBe(2);
    await areStreams(1);
    await show(third, 'hidden');
    await areStreams(0);
    await inConsole.world.operator.registry.removeSite(siteId, 'Heard of');
    await show(third, 'visible');
    await expect.poll(() => third.getByText('Heard of').count()).toBe(0);
    await areStreams(1);
  });

  it('all end when one signs out', async () => {
    const [first, ...others] = await openTabs(3);
    await first?.getByRole('button', { name: /^Signed in as/ }).click();
    await first?.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    for (const tab of others) await tab.getByRole('alertdialog', { name: 'You were signed out' }).waitFor();
    await areStreams(0);
  });

  it('show nothing of who was there before to somebody else who signs in', async () => {
    const [first, second] = (await openTabs(2)) as [Page, Page];
    await first.getByText('Brewery Plzen').first().waitFor();
    const stranger = await addClient(inConsole.world, { scopes: ['sites:read'], can: 'read' });
    const tab = await first.context().newPage();
    await tab.goto(await inConsole.world.link(stranger));
    await tab.getByRole('button', { name: /^Sign in as/ }).click();
    for (const former of [first, second])
      await former.getByRole('alertdialog', { name: 'You were signed out' }).waitFor();
    await tab.getByText('Live', { exact: true }).waitFor();
    await areStreams(1);
    await first.getByRole('button', { name: 'I have opened the link' }).click();
    await first.getByText('You cannot see any site yet').waitFor();
    await expect(first.getByText('Brewery Plzen').count()).resolves.toBe(0);
  });
});

/** As when somebody turns to another tab, and back. */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
}
