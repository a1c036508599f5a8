import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { looksRight } from '../looks-right.ts';
import { startBehindProxy } from './start-behind-proxy.ts';

/** Loopback is no place for alerts, so that a test message fails at once. */
const HOOK = 'https://127.0.0.1:1/services/secret-path';

describeOwnConsole('alerts in the console', startBehindProxy, (inConsole) => {
  it('are added, told of, tested, changed and removed', async () => {
    const { operator } = inConsole.world;
    await operator.registry.addSite({ siteName: 'Nordhafen' });
    await operator.registry.addSite({ siteName: 'Südkai' });
    const page = await inConsole.signIn({ path: '/alerts' });
    await page.getByText('No alert rules yet').waitFor();
    await page.getByRole('link', { name: '2 sites need attention' }).click();
    await page.getByRole('row', { name: /Nordhafen/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?show=attention');
    await page.goBack();
    await page.getByRole('button', { name: 'Add an alert' }).click();
    const adding = page.getByRole('form', { name: 'Add an alert' });
    await adding.getByLabel('Name').fill('Site offline');
    await adding.getByLabel('For longer than').fill('0');
    await adding.getByLabel('Send by').selectOption('slack');
    await adding.getByLabel('Address of the incoming webhook').fill('http://example.com');
    await looksRight(page, 'alert-adding');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await adding.getByText(/must be an https address/).waitFor();
    await adding.getByLabel('Address of the incoming webhook').fill(HOOK);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();

    await page.getByRole('heading', { name: 'Site offline' }).waitFor();
    await page.getByText('All sites: offline. Sent by Slack, Mattermost or Teams to https://127.0.0.1:1.').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/✕ The test message was not taken/).waitFor();
    await lookNow(page);
    await page.getByText('● 2 open').waitFor();
    await page.getByRole('link', { name: 'Südkai' }).waitFor();
    await page.getByText('✕ not sent').waitFor();
    expect(await page.content()).not.toContain('secret-path');
    await looksRight(page, 'alert-open');

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const changing = page.getByRole('form', { name: 'Change the alert' });
    await changing.getByLabel('Name').fill('Nordhafen offline');
    const sites = changing.getByRole('combobox', { name: 'Sites' });
    await sites.fill('nord');
    await page.getByRole('option', { name: 'Nordhafen' }).click();
    await changing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Nordhafen offline' }).waitFor();
    await lookNow(page);
    await page.getByText('● 1 open').waitFor();

    const [alert] = (await operator.alerts.list()).alerts;
    expect(alert).toMatchObject({ alertName: 'Nordhafen offline', firingCount: 1, condition: 'offline', minutes: 0 });
    await page.getByRole('link', { name: '← All alerts' }).click();
    await page.getByRole('cell', { name: 'Nordhafen', exact: true }).first().waitFor();
    await looksRight(page, 'alerts');
    await page.getByRole('cell', { name: 'Nordhafen offline' }).last().getByRole('link').click();
    await page.getByRole('button', { name: 'Remove the alert' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No alert rules yet').waitFor();
    expect((await operator.alerts.list()).alerts).toEqual([]);
  });

  it('are read by an auditor, who changes none, and not shown to others', async () => {
    const { operator } = inConsole.world;
    const rule = { alertName: 'Keys', condition: 'credential_ending', minutes: 20_160, allSites: true } as const;
    const { secret, alertId } = await operator.alerts.add({
      ...rule,
      channel: 'webhook',
      target: 'https://127.0.0.1:1/',
    });
    onTestFinished(() => operator.alerts.remove(alertId));
    const auditor = await operator.registry.addClient({ clientName: 'Auditor', scopes: ['sites:read', 'audit:read'] });
    const page = await inConsole.signIn({ path: '/alerts', credentials: auditor });
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('a key, secret, grant or certificate ends within 14 days').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await page.content()).not.toContain(secret);
    const trader = await operator.registry.addClient({ clientName: 'Trader' });
    const other = await inConsole.signIn({ path: '/alerts', credentials: trader });
    await other.getByText('Alerts are for operators and auditors').waitFor();
    expect(await other.getByRole('link', { name: 'Alerts' }).count()).toBe(0);
  });

  // The service looks when it starts, and then every ten seconds.
  async function lookNow(page: Page): Promise<void> {
    await inConsole.world.restart();
    await page.reload();
  }
});
