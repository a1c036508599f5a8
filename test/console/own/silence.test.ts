import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { describeOwnConsole } from '../describe-console.ts';
import { findFaintTexts, findViolations } from '../find-violations.ts';
import { makePool } from '../make-pool.ts';
import { appears, takePicture } from '../looks-right.ts';
import { startWorld } from '../start-world.ts';

const LOOKS = [
  { theme: 'light', width: 1_240, height: 900, findWrong: findViolations },
  { theme: 'dark', width: 390, height: 844, findWrong: findFaintTexts },
] as const;

describeOwnConsole('beside a service that is stopped and continued', startWorld, (inConsole) => {
  it.each(LOOKS)('nothing old is shown as live, $theme, $width wide', async ({ findWrong, ...look }) => {
    const { world } = inConsole;
    const made = await makePool(world, `aFRR ${look.theme}`, [`Battery ${look.theme}`, `Brewery ${look.theme}`]);
    const page = await inConsole.signIn(look);
    // The sites are known before the service stops: the overview of a fleet may come after the rest of a page.
    await page.getByText('● online').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Pools', exact: true }).click();
    await page.getByRole('link', { name: `aFRR ${look.theme}` }).click();
    const now = page.getByRole('group', { name: 'This pool now' });
    // Once it is live, the signal that it shows is in force while the service stops.
    await page.getByText('Live', { exact: true }).waitFor();
    let sequence = 0;
    await lookUntil(
      async () => {
        sequence += 1;
        const validUntil = new Date(Date.now() + 20_000).toISOString();
        await world.operator.pools.putSignal(made.poolId, { kW: 60, sequence, validUntil }).catch(String);
        return now.getByText(/^signal \d+.*, for .+ more$/).isVisible();
      },
      (isShown) => isShown,
    );
    process.kill(world.service.pid, 'SIGSTOP');
    try {
      const bar = page.getByRole('alert').filter({ hasText: 'The service is not heard.' });
      await bar
        .getByText(/The last answer came at \d\d:\d\d:\d\d \S+; what is shown is from then, or older\./)
        .waitFor();
      await page.getByText(/Not heard for \d+ s/).waitFor();
      await expect(page.getByText('Live', { exact: true }).count()).resolves.toBe(0);
      await expect(now.getAttribute('class')).resolves.toContain('is-stale');
      await appears(now.getByText(/as of \d+ s ago/));
      // The signal has ended by the clock; what came after it is not known.
      await now.getByText('as last heard; what came after it is not known').waitFor();
      await expect(now.getByText('nothing').count()).resolves.toBe(0);
      await expect(findWrong(page)).resolves.toEqual([]);
      await takePicture(page, `unheard-pool-${look.theme}-${look.width}`);
      for (const name of ['Fleet', 'Headroom']) {
        await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
        await bar.waitFor();
      }
      // What is opened meanwhile says so, in place of loading for ever.
      await page.getByText('The service has not answered yet; the page keeps trying.').waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Fleet', exact: true }).click();
      await appears(page.getByText(/\? not heard for/));
      await expect(page.getByText('● online').count()).resolves.toBe(0);
      await takePicture(page, `unheard-fleet-${look.theme}-${look.width}`);
    } finally {
      process.kill(world.service.pid, 'SIGCONT');
    }
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('The service is not heard.').waitFor({ state: 'detached' });
    await page.getByText('● online').first().waitFor();
  });
});
