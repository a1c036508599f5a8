import type { Page, Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { looksRight, takePicture } from './looks-right.ts';
import { askPool, makePool } from './make-pool.ts';

const LOOKS = [
  { theme: 'light', width: 1_280, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const;
const REFUSALS = /was not|nothing was|keeps trying/i;

describeConsole('an act without an answer', (inConsole) => {
  const holdsOf = (poolId: string) => inConsole.world.openHolds(poolId);
  const poolOf = async (name: string) => {
    const { poolId } = await makePool(inConsole.world, `aFRR ${name}`, [`Battery ${name}`, `Brewery ${name}`]);
    return { poolId, path: `/pools/${poolId}` };
  };
  afterEach(async () => {
    const { holds } = inConsole.world.operator;
    for await (const { holdId } of holds.list('open')) await holds.release(holdId);
  });

  it('a stop whose answer is lost is found, and not made twice', async () => {
    const { poolId, path } = await poolOf('lost');
    const page = await inConsole.signIn({ path });
    let lost = 0;
    await page.route('**/fleet/holds', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      lost += 1;
      await loseAnswer(route);
    });
    await stopPool(page);
    await page.getByText('✓ The pool is held.').waitFor();
    expect([lost, (await holdsOf(poolId)).length]).toEqual([1, 1]);
  });

  it.each(LOOKS)('a stop that does not leave is repeated until somebody cancels it, $theme', async (look) => {
    const { poolId, path } = await poolOf(`stuck ${look.theme}`);
    const page = await inConsole.signIn({ path, ...look });
    // Nothing about holds leaves the page.
    await page.route('**/fleet/holds*', (route) => route.abort('connectionrefused'));
    await stopPool(page);
    await page.getByText(/^Sending, \d s\.$/).waitFor();
    const waiting = page.getByText(
      /^No answer yet, \d+ s\. It is sent again until an answer comes; tried \d+ times\.$/,
    );
    await waiting.waitFor();
    await looksRight(page, `unanswered-pending-${look.theme}-${look.width}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('It is not known whether the hold was made: no answer came.').waitFor();
    await expect(page.getByRole('form', { name: 'Ask for power' }).getByText(REFUSALS).count()).resolves.toBe(0);
    await looksRight(page, `unanswered-unknown-${look.theme}-${look.width}`);

    // It goes on when the view is left, and is shown over the next one.
    await stopPool(page);
    await waiting.waitFor();
    await page.getByRole('link', { name: 'Fleet', exact: true }).filter({ visible: true }).click();
    await page.getByRole('region', { name: 'Not answered yet' }).getByRole('button', { name: 'Cancel' }).waitFor();
    await takePicture(page, `unanswered-left-${look.theme}-${look.width}`);
    await expect(holdsOf(poolId)).resolves.toEqual([]);
    await page.unroute('**/fleet/holds*');
    await page.getByRole('region', { name: 'Held now' }).getByText(`The pool aFRR stuck ${look.theme}`).waitFor();
    await page.getByRole('region', { name: 'Not answered yet' }).waitFor({ state: 'detached' });
    await expect(holdsOf(poolId)).resolves.toHaveLength(1);
  });

  it('a signal keeps its number and its end', async () => {
    const { poolId, path } = await poolOf('asked');
    const page = await inConsole.signIn({ path });
    const sent: string[] = [];
    await page.route(`**/${poolId}/signal`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent.push(route.request().postData() ?? '');
      await (sent.length < 3 ? loseAnswer(route) : route.continue());
    });
    await askPool(page, '70');
    await page.getByText('✓ Signal 1: asked for 70 kW').waitFor();
    expect([sent.length, new Set(sent).size]).toEqual([3, 1]);
  });

  it('what cannot be sent again is said not to be known, and refused only where the service says so', async () => {
    const { clientId } = await addClient(inConsole.world, {});
    const page = await inConsole.signIn({ path: `/registry/clients/${clientId}` });
    await page.route(`**/clients/${clientId}/**`, loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Make another secret' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('It is not known whether that was done: no answer came.').waitFor();
    await expect(alert.getByText(REFUSALS).count()).resolves.toBe(0);
    await inConsole.world.operator.registry.removeClient(clientId);
    await page.getByRole('button', { name: 'Make another secret' }).click();
    await alert.getByText('That was not done. The service says: there is no such client').waitFor();
  });
});

async function stopPool(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop this pool' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop this pool', disabled: false }).click();
}

/** The request arrives; its answer does not. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
