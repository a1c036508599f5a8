import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { findViolations } from './find-violations.ts';
import { appears, looksRight, takePicture } from './looks-right.ts';
import { isFocused } from './tab-to.ts';

const NAME = `Sought ${randomUUID().slice(0, 8)}`;

describeConsole('what is sought by its name', (inConsole) => {
  let siteId: string;
  const poolId = randomUUID();

  beforeAll(async () => {
    const { registry, pools } = inConsole.world.operator;
    ({ siteId } = await registry.addSite({ siteName: `${NAME} brewery` }));
    await registry.addClient({ clientName: `${NAME} desk`, scopes: ['sites:read'] });
    await pools.put(poolId, { poolName: `${NAME} pool`, service: 'afrr', split: 'proportional', members: [] });
  });

  it('is found with keys alone, with no request for a letter, and where one was comes first', async () => {
    const page = await inConsole.signIn({ path: '/headroom' });
    await appears(page.getByText(/sites?$/));
    await page.keyboard.press('Control+k');
    const field = page.getByRole('searchbox', { name: 'Go to' });
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.getByRole('menuitem', { name: /^Fleet/ }).waitFor();
    await page.keyboard.type(NAME.toLowerCase());
    await page.getByRole('menuitem', { name: new RegExp(`${NAME} desk.*Client`) }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => /sites|pools|clients|docs/.test(request.url()) && asked.push(request.url()));
    await page.keyboard.type(' brew');
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual([
        `${NAME} brewery Site`,
        `Hold ${NAME} brewery Task`,
        `Edit the schedule of ${NAME} brewery Task`,
        `Set a day of ${NAME} brewery Task`,
      ]);
    expect(asked.filter((url) => url.includes('name=')).join()).toBe('');
    // The first of other entries becomes the active one a moment after they are there.
    await takePicture(page, 'palette');
    await expect.poll(() => findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${NAME} brewery` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/sites/${siteId}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`${NAME} pool`);
    await page.getByRole('menuitem', { name: new RegExp(`${NAME} pool`) }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${NAME} pool` }).waitFor();
    await page.keyboard.press('Control+k');
    await expect
      .poll(async () => (await page.getByRole('menuitem').allTextContents()).slice(0, 2))
      .toEqual([`${NAME} pool Pool`, `${NAME} brewery Site`]);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`hold ${NAME}`);
    await page.getByRole('menuitem', { name: `Hold ${NAME} brewery` }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page.getByRole('button', { name: `Hold ${NAME} brewery` }))).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
  });

  it('is not shown to whom it is hidden, who finds pages of the docs', async () => {
    const reader = await addClient(inConsole.world, { scopes: ['sites:read'], can: 'read', siteIds: [siteId] });
    const page = await inConsole.signIn({ credentials: reader });
    await page.getByRole('button', { name: /^Go to/ }).click();
    await page.getByRole('searchbox', { name: 'Go to' }).fill(NAME);
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual([`${NAME} brewery Site`]);
    await page.getByRole('searchbox', { name: 'Go to' }).fill('write a controller');
    await appears(page.getByRole('menuitem', { name: /Write a controller/ }));
  });
});
