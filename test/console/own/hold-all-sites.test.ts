import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { looksRight, takePicture } from '../looks-right.ts';
import { handOf, LOOKS } from '../hand-of.ts';
import { startWorld } from '../start-world.ts';

const HOUR_MS = 3_600_000;

describeOwnConsole('all sites', startWorld, (inConsole) => {
  beforeAll(async () => {
    await inConsole.world.addSimulatedSite('Brewery Plzen');
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

  afterEach(async () => {
    const { holds } = inConsole.world.operator;
    for await (const { holdId } of holds.list('open')) await holds.release(holdId);
  });

  it.each(LOOKS)('a stop is one step away, asks, is seen over every view, and ends, by $by', async (look) => {
    const page = await inConsole.signIn({ ...look });
    const { press, pressTwice } = handOf(page, look.by);
    const goTo = async (name: string) => {
      await press(page.getByRole('navigation').getByRole('link', { name, exact: true }));
      // Until then the view may take the focus from what is pressed next.
      await page.locator('h1:focus').waitFor({ state: 'attached' });
    };
    const asked: string[] = [];
    page.on(
      'request',
      (request) => request.method() !== 'GET' && asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    // One step from every view; it leads to the form, and holds nothing by itself.
    await pressTwice(page.getByRole('link', { name: 'Stop…', exact: true }));
    await page.getByText('Nothing is held').waitFor();
    const reason = page.getByRole('textbox', { name: /^Reason/ });
    await reason.fill('a drill');
    await reason.press('Enter');
    await page.keyboard.press('Escape');
    await pressTwice(page.getByRole('button', { name: 'Hold all sites' }));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('hol');
    await dialog.getByRole('textbox').press('Enter');
    await expect(dialog.getByRole('button', { name: 'Hold all sites' }).isDisabled()).resolves.toBe(true);
    expect(asked).toEqual([]);
    await dialog.getByRole('textbox').fill('hold');
    await press(dialog.getByRole('button', { name: 'Hold all sites' }));
    await page.getByText(/✓ 2 of 2 sites confirmed/).waitFor();
    await expect(reason.inputValue()).resolves.toBe('');
    const bar = page.getByRole('region', { name: 'Held now' });
    await bar.getByText(/‖ All sites held since \d\d:\d\d \S+ by you/).waitFor();
    await bar.getByText('2 of 2 confirmed.').waitFor();
    for (const name of ['Fleet', 'Pools', 'Headroom', 'Registry', 'Health and holds']) {
      await goTo(name);
      await bar.getByText('a drill').waitFor();
      await expect(page.getByRole('link', { name: 'Stop…', exact: true }).isVisible()).resolves.toBe(true);
    }
    await goTo('Fleet');
    // A booking stays in force during a hold, but no power is kept ready for it.
    if (look.by === 'touch') await page.locator('.totals-line summary').tap();
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.locator('s', { hasText: '↓ 350 kW' }).waitFor();
    await totals.getByText(/import, oldest report (just now|\d+ s ago)/).waitFor();
    await looksRight(page);
    await expect(page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBeLessThanOrEqual(0);
    await takePicture(page, `held-fleet-${look.by}`);
    await goTo('Health and holds');
    await pressTwice(bar.getByRole('button', { name: 'Release All sites' }));
    await press(page.getByRole('alertdialog', { name: 'Release All sites' }).getByRole('button', { name: 'Release' }));
    await page.getByText('Nothing is held').waitFor();
    await bar.waitFor({ state: 'detached' });
    // Headroom of many sites is read by a POST.
    const changed = asked.filter((request) => !request.endsWith('/headroom'));
    expect(changed).toEqual(['POST /api/v1/fleet/holds', expect.stringMatching(/^DELETE .*holds/)]);
  });
});
