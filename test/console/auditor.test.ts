import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { findViolations } from './find-violations.ts';
import { looksRight, takePicture } from './looks-right.ts';

const CHANGES = /\b(?:add|remove|revoke|another|disable|enable|hold|release|map|unmap|see|sign|send|change)\b/i;

const SITE = 'Audited site';
const TRADER = 'Audited trader';
const POOL = 'Audited pool';
const REASON = 'a drill that is audited';
const ALERT = 'Audited alert';

describeConsole('an auditor in the console', (inConsole) => {
  it('reads every page, and is offered nothing that would be refused', async () => {
    const { operator } = inConsole.world;
    const { registry } = operator;
    const { siteId } = await registry.addSite({ siteName: SITE });
    const { clientId } = await registry.addClient({ clientName: TRADER });
    await registry.putGrant(clientId, { siteId, can: 'schedule' });
    await registry.mapSubject(clientId, { issuer: 'https://login.example.com', subject: 'desk-7' });
    await operator.holds.make({ siteId, reason: REASON });
    const members = [{ siteId }];
    const pool = { poolName: POOL, service: 'afrr', split: 'proportional', members } as const;
    await operator.pools.put(randomUUID(), pool);
    const rule = { alertName: ALERT, condition: 'offline', minutes: 60, siteId } as const;
    await operator.alerts.add({ ...rule, channel: 'webhook', target: 'https://127.0.0.1:1/' });
    const auditor = await registry.addClient({ clientName: 'Auditor', scopes: ['sites:read', 'audit:read'] });
    await registry.putGrant(auditor.clientId, { allSites: true, can: 'read' });
    const page = await inConsole.signIn({ credentials: auditor });
    const refused: string[] = [];
    page.on('response', (response) => {
      // A pool that was never asked for power has no signal yet, which is no refusal.
      if (response.status() >= 400 && response.status() !== 404)
        refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    const pages: readonly [path: string, shown: string][] = [
      ['/', SITE],
      [`/sites/${siteId}`, REASON],
      [`/sites/${siteId}/edit`, SITE],
      ['/registry/sites', SITE],
      [`/registry/sites/${siteId}`, 'Controller keys'],
      ['/registry/clients', TRADER],
      [`/registry/clients/${clientId}`, 'desk-7'],
      ['/registry/audit', `held ${SITE}: ${REASON}`],
      ['/health', REASON],
      ['/alerts', ALERT],
      ['/pools', POOL],
    ];
    for (const [path, shown] of pages) {
      await page.goto(inConsole.world.url() + path);
      await page.getByRole('main').getByText(shown).first().waitFor();
      const names = await page
        .getByRole('main')
        .getByRole('button')
        // What opens a record is named by what somebody else did.
        .and(page.locator(':not([aria-expanded])'))
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
        );
      expect([path, names.filter((name) => CHANGES.test(name))]).toEqual([path, []]);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      await takePicture(page, `auditor${path.replaceAll('/', '-').replace(/[\da-f-]{36}/, 'one')}`);
    }
    await page.goto(`${inConsole.world.url()}/sites/${siteId}`);
    await page.getByRole('tab', { name: 'Who can command' }).click();
    const row = page.getByRole('row').filter({ hasText: TRADER }).first();
    await row.getByText('the site', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'the site is a member' }).getByText(POOL).waitFor();
    await looksRight(page);
    expect(refused).toEqual([]);
  });
});
