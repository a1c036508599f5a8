import { beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { findViolations } from '../find-violations.ts';
import { startWorld } from '../start-world.ts';

const HOUR_MS = 3_600_000;

describeOwnConsole('all sites', startWorld, (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen');
    const antwerp = await inConsole.world.addSimulatedSite('Grid battery Antwerp');
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const entry = {
      startAt: new Date(hour - HOUR_MS).toISOString(),
      endAt: new Date(hour + 6 * HOUR_MS).toISOString(),
    };
    await inConsole.world.operator.setSchedules(antwerp, [
      { asset: 'grid', type: 'activePowerkW', entries: [{ ...entry, value: 0 }] },
      { asset: 'grid', type: 'afrrImportBookingkW', entries: [{ ...entry, value: 350 }] },
    ]);
  });

  it('are held, as the view of each says, and released where all of it is shown', async () => {
    const { page, complaints, takePicture } = await inConsole.signIn();
    // One step from every view; it leads to the form, and holds nothing by itself.
    await page.getByRole('link', { name: 'Stop', exact: true }).click();
    await page.getByText('Nothing is held').waitFor();
    await page.getByRole('textbox', { name: /^Reason/ }).fill('a drill');
    await page.getByRole('button', { name: 'Hold all sites' }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill('hold');
    await page.getByRole('button', { name: 'Hold all sites' }).last().click();
    await page.getByText(/✓ 2 of 2 sites confirmed/).waitFor();
    await takePicture('hold');
    const bar = page.getByRole('region', { name: 'Held now' });
    await bar.getByText(/‖ All sites held since \d\d:\d\d by you/).waitFor();
    await bar.getByText('2 of 2 confirmed.').waitFor();
    await bar.getByText('a drill').waitFor();
    for (const name of ['Fleet', 'Pools', 'Headroom', 'Registry', 'Health and holds']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await bar.getByText('a drill').waitFor();
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Fleet', exact: true }).click();
    // What is sold stays sold, and is not kept ready.
    await page
      .getByRole('row', { name: /Grid battery/ })
      .locator('s', { hasText: '↓ 350 kW' })
      .waitFor();
    await page.getByRole('region', { name: 'Totals' }).locator('s', { hasText: '↓ 350 kW' }).waitFor();
    await expect(findViolations(page)).resolves.toEqual([]);
    await takePicture('held-fleet');
    await inConsole.world.stopSite(siteId);
    await bar.getByText('2 of 2 confirmed').waitFor();

    const site = await inConsole.signIn({ path: `/sites/${siteId}`, width: 390, height: 800 });
    await site.page.getByText('✓ 2 of 2 sites confirmed').waitFor();
    await site.takePicture('held-phone');
    await expect(site.page.getByRole('link', { name: 'Stop', exact: true }).isVisible()).resolves.toBe(true);
    await expect(site.page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBeLessThanOrEqual(
      0,
    );
    await site.page.getByRole('link', { name: 'The whole hold' }).click();
    await site.page
      .getByRole('region', { name: 'Held now' })
      .getByRole('button', { name: 'Release All sites' })
      .click();
    const dialog = site.page.getByRole('alertdialog', { name: 'Release All sites' });
    await dialog.getByRole('button', { name: 'Release' }).click();
    await site.page.getByText('Nothing is held').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect([...complaints, ...site.complaints]).toEqual([]);
  });
});
