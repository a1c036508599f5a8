import { createSetpointClient } from '@setpoint/client';
import { EVENT_TYPES, type Scope } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { takePicture } from './looks-right.ts';
import { describeConsole } from './describe-console.ts';

/** Loopback is no place for webhooks, so that attempts fail at once. */
const ADDRESS = 'https://127.0.0.1:1/changed-by-hand';
const OTHER_ADDRESS = 'https://127.0.0.1:1/another-by-hand';

describeConsole('webhooks in the console', (inConsole) => {
  it('are registered, tested, replayed, given another secret and removed', async () => {
    // Of a client with one site: the first event of another would be sent again and again, and those behind it wait.
    const { siteId } = await inConsole.world.operator.registry.addSite({ siteName: 'Somewhere' });
    const scopes: Scope[] = ['sites:read', 'schedules:write', 'fleet:webhooks'];
    const credentials = await addClient(inConsole.world, { scopes, siteIds: [siteId] });
    const client = createSetpointClient({ url: inConsole.world.url(), ...credentials });
    const webhookAt = async (address: string) =>
      (await client.webhooks.list()).webhooks.find(({ url }) => url === address);
    const page = await inConsole.signIn({ path: '/registry/webhooks', credentials });
    await page.getByRole('textbox', { name: 'Add an address' }).fill(ADDRESS);
    await page.getByText('site.changed').click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = await page.getByLabel('Webhook secret', { exact: true }).innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const added = await webhookAt(ADDRESS);
    expect([added?.types?.includes('site.changed'), added?.types?.length]).toEqual([false, EVENT_TYPES.length - 1]);
    await page.getByRole('link', { name: ADDRESS }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^Test: ✕ no answer/).waitFor();
    const entry = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-02T00:00:00Z', value: 1 };
    await inConsole.world.operator.setSchedules(siteId, [{ asset: 'grid', type: 'upperLimitkW', entries: [entry] }]);
    await page.getByRole('cell', { name: 'batch.accepted' }).first().waitFor();
    await page.getByText(/↻ failing for/).waitFor();
    await takePicture(page, 'webhook');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const form = page.getByRole('form', { name: 'Change the webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/must be an https address/).waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill(OTHER_ADDRESS);
    await form.getByText('site.changed').click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: OTHER_ADDRESS }).waitFor();
    expect(await webhookAt(OTHER_ADDRESS)).toMatchObject({ webhookId: added?.webhookId, types: null });
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('✓ The replay has started').waitFor();
    await page.getByRole('button', { name: 'Make another secret' }).click();
    const other = await page.getByLabel('Webhook secret', { exact: true }).innerText();
    expect([other.startsWith('whsec_'), other === secret]).toEqual([true, false]);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect.poll(() => page.content()).not.toContain(other);
    await page.getByRole('button', { name: 'Remove the webhook' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add an address' }).waitFor();
    await page.getByRole('link', { name: OTHER_ADDRESS }).waitFor({ state: 'detached' });
    expect(await webhookAt(OTHER_ADDRESS)).toBeUndefined();
  });
});
