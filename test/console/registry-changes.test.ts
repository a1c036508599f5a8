import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { looksRight } from './looks-right.ts';

const NAME = `Changed ${randomUUID().slice(0, 8)}`;

describeConsole('the registry changes', (inConsole) => {
  it('the name and the scopes of a client, and says that its tokens end with a scope less', async () => {
    const { registry } = inConsole.world.operator;
    const { clientId } = await registry.addClient({ clientName: NAME });
    const page = await inConsole.signIn({ path: `/registry/clients/${clientId}` });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`${NAME} at night`);
    await page.getByText('set schedules', { exact: true }).click();
    await page.getByText(/tokens, sessions and sign-in links end/).waitFor();
    await looksRight(page, 'change-client');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 2, name: `${NAME} at night` }).waitFor();
    await expect(registry.readClient(clientId)).resolves.toMatchObject({ scopes: ['sites:read'] });
  });

  it('what a client was given is named, and leads to the record of who gave it', async () => {
    const { registry, pools } = inConsole.world.operator;
    const { siteId } = await registry.addSite({ siteName: `${NAME} given` });
    const poolId = randomUUID();
    const poolName = `${NAME} together`;
    await pools.put(poolId, { poolName, service: 'afrr', split: 'proportional', members: [{ siteId }] });
    const { clientId } = await registry.addClient({ clientName: `${NAME} trader` });
    await registry.putGrant(clientId, { poolId, can: 'schedule' });
    const page = await inConsole.signIn({ path: `/registry/clients/${clientId}` });
    await page.getByText(`the pool ${poolName}`).waitFor();
    await looksRight(page, 'client-grants');
    const record = page.getByRole('listitem').filter({ hasText: 'operator' }).filter({ hasText: poolName });
    await page.getByRole('link', { name: 'Changes in the audit log' }).click();
    await record.first().waitFor();
    await page.goto(`${inConsole.world.url()}/sites/${siteId}/authority`);
    await page.getByRole('link', { name: 'Changes in the audit log' }).click();
    await record.first().waitFor();
  });

  it('the notes of a site, which operators read on its page and traders do not', async () => {
    const { operator } = inConsole.world;
    const { siteId } = await operator.registry.addSite({ siteName: NAME });
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    await page.getByRole('link', { name: 'Add notes' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: /Notes/ }).fill('feeder 3\nthe key is with the porter');
    await looksRight(page, 'change-site');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Show the site' }).click();
    await page.getByText('the key is with the porter').waitFor();
    const trader = await inConsole.signIn({
      credentials: await addClient(inConsole.world, { siteIds: [siteId] }),
      path: `/sites/${siteId}`,
    });
    await trader.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await expect(trader.getByText('the key is with the porter').count()).resolves.toBe(0);
  });
});
