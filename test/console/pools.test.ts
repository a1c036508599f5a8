import { type Scope } from '@setpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import type { Credentials } from '../support/service/sign-in.ts';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { askPool, makePool } from './make-pool.ts';
import { appears, looksRight } from './looks-right.ts';

const ANTWERP = 'Battery in a pool';
const BREWERY = 'Brewery in a pool';
const POOL = 'aFRR north';
const HOUR_MS = 3_600_000;
describeConsole('pools in the console', (inConsole) => {
  let poolId: string;
  let antwerp: string;
  let brewery: string;
  let desk: Credentials;

  beforeAll(async () => {
    ({ poolId, antwerp, brewery, desk } = await makePool(inConsole.world, POOL, [ANTWERP, BREWERY]));
  });

  it('the sites of a pool can be shown alone', async () => {
    const { registry } = inConsole.world.operator;
    const { siteId } = await registry.addSite({ siteName: 'Cold store Gent', timeZone: 'Europe/Brussels' });
    const credentials = await addClient(inConsole.world, { poolIds: [poolId], siteIds: [siteId] });
    const page = await inConsole.signIn({ credentials });
    const row = page.getByRole('row', { name: /Cold store Gent/ });
    await row.waitFor();
    await page.getByLabel('Pool', { exact: true }).selectOption({ label: POOL });
    await row.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('2 sites').waitFor();
    await looksRight(page);
    await page.getByLabel('Pool', { exact: true }).selectOption('');
    await row.waitFor();
  });

  it('whoever is held comes first, and the rest is ordered from others', async () => {
    const page = await inConsole.signIn({ path: `/pools/${poolId}`, credentials: desk });
    const hold = await inConsole.world.operator.holds.make({ siteId: brewery, reason: 'works' });
    await askPool(page, '60');
    const first = page.getByRole('region', { name: 'Members' }).getByRole('row').nth(1);
    await first.getByText(BREWERY).waitFor();
    await first.getByRole('cell', { name: 'is held', exact: true }).waitFor();
    await appears(page.getByRole('row', { name: new RegExp(ANTWERP) }).getByText('60 kW', { exact: true }));
    await inConsole.world.operator.holds.release(hold.holdId);
  });

  it('the page of a member names the order that holds in the place of what is set', async () => {
    // Whose controller still has the hold that was released gets no share.
    await lookUntil(
      () => inConsole.world.operator.overview.readDelivery(brewery),
      ({ state }) => state === 'in_sync',
    );
    const sequence = Date.now();
    const signal = { kW: 40, sequence, validUntil: new Date(Date.now() + HOUR_MS / 6).toISOString() };
    await inConsole.world.operator.pools.takeSeat(poolId, 'the desk is busy');
    await inConsole.world.operator.pools.putSignal(poolId, signal);
    const page = await inConsole.signIn({ path: `/sites/${antwerp}`, height: 2_000 });
    await page
      .getByText(
        new RegExp(String.raw`aFRR activation: 30 kW import until .*, by an order of a pool \(signal ${sequence}\)`),
      )
      .waitFor();
    await looksRight(page, 'site-ordered');
    await page.getByRole('link', { name: 'a pool', exact: true }).click();
    await page.getByRole('heading', { name: POOL }).waitFor();
    await inConsole.world.operator.pools.giveBackSeat(poolId);
  });

  it('no site can be cut off outside the demonstration', async () => {
    const page = await inConsole.signIn();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${inConsole.world.url()}/pools/${poolId}`);
    await page.getByRole('row', { name: new RegExp(ANTWERP) }).waitFor();
    await expect(page.getByRole('button', { name: /Cut off/ }).count()).resolves.toBe(0);
    expect(asked.filter((path) => path.startsWith('/demo'))).toEqual([]);
  });

  it('a signal that is wrong is refused with a reason', async () => {
    const page = await inConsole.signIn({ path: `/pools/${poolId}`, credentials: desk });
    await askPool(page, '99999999999');
    await appears(page.getByRole('alert').getByText(/^The pool was not asked\. The service says: kW/));
  });

  it.each<[string, Scope[]]>([
    ['scope', ['sites:read']],
    ['grant', ['sites:read', 'schedules:write']],
  ])('whoever has no %s to ask for power sees the pool, and no form', async (_name, scopes) => {
    const reader = await addClient(inConsole.world, { scopes, can: 'read', poolIds: [poolId] });
    const page = await inConsole.signIn({ credentials: reader });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(`${inConsole.world.url()}/pools/${poolId}`);
    await page.getByRole('row', { name: new RegExp(ANTWERP) }).waitFor();
    await page.waitForResponse((response) => response.url().includes('/shares'));
    await expect(page.getByRole('form', { name: 'Ask for power' }).count()).resolves.toBe(0);
    // The pool says whether they may: nothing is tried out.
    expect(asked.filter((line) => line.startsWith('PUT'))).toEqual([]);
  });
});
