import { expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { addEntry, choosePair } from '../fill-entries.ts';
import { startBehindProxy } from './start-behind-proxy.ts';

const BREWERY = 'Brewery Plzen';

describeOwnConsole('beside a service that ends', startBehindProxy, (inConsole) => {
  it('nothing is lost when the service restarts while one edits', async () => {
    const brewery = await inConsole.world.addSimulatedSite(BREWERY);
    const page = await inConsole.signIn({ path: `/sites/${brewery}/edit` });
    await choosePair(page, 'Solar curtailment');
    await addEntry(page, ['2030-02-01 00:00', '2030-02-01 01:00', '40']);
    await inConsole.world.restart();
    await expect.poll(() => page.getByRole('button', { name: 'Send 1 command' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Send 1 command' }).click();
    await page.getByText(/Set/).first().waitFor();
    await expect
      .poll(async () =>
        (await inConsole.world.operator.readSite(brewery)).schedules.some(({ asset }) => asset === 'solar'),
      )
      .toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: `Schedule of ${BREWERY}` }).waitFor();
  });
});
