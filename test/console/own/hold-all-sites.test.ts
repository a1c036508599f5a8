import { beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { startWorld } from '../start-world.ts';

describeOwnConsole('all sites', startWorld, (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen');
    await inConsole.world.addSimulatedSite('Grid battery Antwerp');
  });

  it('are held, as the view of each says, and released where all of it is shown', async () => {
    const { page, complaints, takePicture } = await inConsole.signIn({ path: '/health' });
    await page.getByRole('textbox', { name: /^Reason/ }).fill('a drill');
    await page.getByRole('button', { name: 'Hold all sites' }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill('hold');
    await page.getByRole('button', { name: 'Hold all sites' }).last().click();
    await page.getByText(/✓ 2 of 2 sites confirmed/).waitFor();
    await takePicture('hold');

    const site = await inConsole.signIn({ path: `/sites/${siteId}`, width: 390, height: 800 });
    await site.page.getByText('✓ 2 of 2 sites confirmed').waitFor();
    await expect(site.page.getByRole('button', { name: /^Release/ }).count()).resolves.toBe(0);
    await site.page.getByRole('link', { name: 'The whole hold' }).click();
    await site.page.getByRole('button', { name: 'Release All sites' }).click();
    const dialog = site.page.getByRole('alertdialog', { name: 'Release All sites' });
    await dialog.getByRole('button', { name: 'Release' }).click();
    await site.page.getByText('Nothing is held').waitFor();
    await page.getByText('Nothing is held').waitFor();
    expect([...complaints, ...site.complaints]).toEqual([]);
  });
});
