import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';

const NAME = `Addressed ${randomUUID()}`;

describeConsole('the address of a view', (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    ({ siteId } = await inConsole.world.operator.registry.addSite({ siteName: NAME }));
  });

  const address = (page: Page) => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };

  it('has what the fleet shows, and shows it again to whoever goes back or opens it', async () => {
    const page = await inConsole.signIn();
    await page.getByRole('searchbox', { name: 'Search the sites' }).fill(NAME);
    await page.getByRole('radio', { name: /^Need attention/ }).click();
    await page.getByRole('button', { name: 'State' }).click();
    await page.getByRole('button', { name: /^State/ }).click();
    const shown = `/?q=${NAME.replaceAll(' ', '+')}&show=attention&sort=-state`;
    await expect.poll(() => address(page)).toBe(shown);
    await page.getByRole('row', { name: new RegExp(NAME) }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.goBack();
    expect(address(page)).toBe(shown);
    await page.reload();
    await page.getByRole('row', { name: new RegExp(NAME) }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search the sites' }).inputValue()).toBe(NAME);
    expect(await page.getByRole('columnheader', { name: /^State/ }).getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('radio', { name: /^Need attention/ }).isChecked()).toBe(true);
  });

  it('has the tab of a site and the search of the registry', async () => {
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    await page.getByRole('tab', { name: 'Following' }).click();
    expect(address(page)).toBe(`/sites/${siteId}/following`);
    await page.goto(`${inConsole.world.url()}/registry/sites`);
    await page.getByRole('searchbox', { name: 'Search the sites' }).fill(NAME);
    await expect.poll(() => address(page)).toBe(`/registry/sites?q=${NAME.replaceAll(' ', '+')}`);
    await page.goBack();
    await expect.poll(() => page.getByRole('tab', { name: 'Following' }).getAttribute('aria-selected')).toBe('true');
  });

  it('comes with a title of its own', async () => {
    const page = await inConsole.signIn();
    const titles = [
      ['/', 'Fleet · Setpoint'],
      ['/pools', 'Pools · Setpoint'],
      [`/sites/${siteId}`, `${NAME} · Setpoint`],
      [`/sites/${siteId}/following`, `Following · ${NAME} · Setpoint`],
      [`/sites/${siteId}/edit`, `Schedule · ${NAME} · Setpoint`],
      [`/registry/sites/${siteId}`, `${NAME} · Sites · Registry · Setpoint`],
      ['/nowhere', 'Page not found · Setpoint'],
    ] as const;
    for (const [path, title] of titles) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      await expect.poll(() => page.title()).toBe(title);
    }
  });
});
