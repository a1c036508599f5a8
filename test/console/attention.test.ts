import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { looksRight } from './looks-right.ts';

const NAME = `Attended ${randomUUID().slice(0, 8)}`;
const HOUR_MS = 3_600_000;

describeConsole('what needs attention', (inConsole) => {
  it('is grouped by what it is, and opens to its sites; what is held comes last', async () => {
    const { operator } = inConsole.world;
    const { registry, holds } = operator;
    const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + HOUR_MS).toISOString(), value: 20 };
    const siteIds: string[] = [];
    for (const number of [1, 2, 3]) {
      const { siteId } = await registry.addSite({ siteName: `${NAME} ${number}` });
      await operator.setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }]);
      await holds.make({ siteId, reason: 'a drill' });
      siteIds.push(siteId);
    }
    const page = await inConsole.signIn({
      credentials: await addClient(inConsole.world, { siteIds }),
    });
    const list = page.getByRole('region', { name: 'Needs attention' });
    const group = list.getByRole('button', { name: /^3 sites that never reported/ });
    await group.waitFor();
    await list.getByRole('button', { name: /3 sites held/ }).waitFor();
    // What is held is meant: there is nothing to acknowledge.
    await expect(list.getByRole('button', { name: /^Acknowledge/ }).count()).resolves.toBe(1);
    await expect(list.getByRole('heading', { level: 3 }).count()).resolves.toBe(2);
    await group.click();
    await looksRight(page, 'attention');
    await list
      .getByRole('link', { name: `${NAME} 2` })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: `${NAME} 2` }).waitFor();
  });

  it('says on the page of a site which command is rejected, and why', async () => {
    const siteId = await inConsole.world.addSimulatedSite('Grid battery Antwerp', `${NAME} battery`);
    const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + HOUR_MS).toISOString(), value: 20 };
    await inConsole.world.operator.setSchedules(siteId, [
      { asset: 'solar', type: 'solarCurtailmentPcnt', entries: [entry] },
    ]);
    const page = await inConsole.signIn({
      credentials: await addClient(inConsole.world, { siteIds: [siteId] }),
      path: `/sites/${siteId}`,
    });
    const attention = page.getByRole('banner').or(page.locator('.site-head')).last();
    await attention.getByText('The controller rejects 1 command').waitFor();
    await attention.getByText(/^Solar.*: .+/).waitFor();
    await looksRight(page, 'rejected-on-site');
  });

  it('is not acknowledged by a client that may only read', async () => {
    const { siteId } = await inConsole.world.operator.registry.addSite({ siteName: `${NAME} read` });
    const page = await inConsole.signIn({
      credentials: await addClient(inConsole.world, { siteIds: [siteId], scopes: ['sites:read'] }),
    });
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await expect(page.getByRole('button', { name: /Acknowledge/ }).count()).resolves.toBe(0);
  });
});
