import type { Person } from '@setpoint/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../../packages/server/src/testing/start-provider.ts';
import { freePorts } from '../harness/free-ports.ts';
import { findViolations } from './find-violations.ts';
import { executablePath, launchBrowser, openPage } from './open-page.ts';
import { type ConsoleWorld, startWorld } from './start-world.ts';

describe.skipIf(executablePath === undefined)('people in the console', () => {
  let provider: TestProvider;
  let world: ConsoleWorld;
  let browser: Browser;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startProvider([{ publicUrl, id: 'company' }]);
    provider.accounts.set('ada', { name: 'Ada Brandt', groups: ['trading'] });
    const { issuer, clientId, clientSecret } = provider;
    const scopes = ['openid', 'profile', 'email', 'groups'];
    const settings = [{ id: 'company', name: 'Company login', issuer, clientId, clientSecret, scopes }];
    world = await startWorld({ SETPOINT_HTTP_PORT: String(port), SETPOINT_PROVIDERS: JSON.stringify(settings) });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it('sign in, act, are refused with a sentence that helps, see their sessions, and sign out', async () => {
    const { people, registry } = world.operator;
    const { siteId } = await registry.addSite({ siteName: 'Nordhafen' });
    const group = await people.addGroup({ issuer: provider.issuer, groupName: 'trading' });
    await people.giveGroupRole(group.groupId, { role: 'dispatcher', siteId });
    const { page, complaints, takePicture } = await openPage(browser, world.url());

    await page.goto(`${world.url()}/me`);
    const button = page.getByRole('button', { name: 'Sign in with Company login' });
    await button.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePicture('sign-in-providers');
    await button.click();
    await page.getByText('The provider did not let you in').waitFor();
    provider.who = 'ada';
    await button.click();

    // Back where the person wanted to go.
    await page.getByRole('heading', { name: 'Who am I' }).waitFor();
    await page.getByText('dispatcher').waitFor();
    await page.getByText('this one').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePicture('who-am-i');

    await page.goto(`${world.url()}/sites/${siteId}`);
    await page.getByText('Nordhafen').first().waitFor();
    await page.goto(`${world.url()}/registry`);
    await page.getByText('it needs the role operator or auditor. Ask an operator for it.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePicture('refused');

    // Who loses the role is refused with the next request.
    await people.takeGroupRole(group.groupId, { siteId });
    await page.goto(`${world.url()}/me`);
    await page.getByText('you have no role, and none of your groups (trading) has one').waitFor();
    await people.giveGroupRole(group.groupId, { role: 'viewer', allSites: true });
    await page.reload();
    await page.getByText('viewer').first().waitFor();

    await page.getByRole('button', { name: 'Signed in as Ada Brandt' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: /yes, sign me out/i }).click();
    await button.waitFor();
    const { value: ada } = await people.persons().next();
    expect(ada).toMatchObject({ personName: 'Ada Brandt', groups: ['trading'] });
    expect((await people.personSessions((ada as Person).personId)).sessions).toEqual([]);
    expect(complaints.filter((one) => !one.includes(provider.issuer))).toEqual([]);
  });
});
