import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { findViolations } from './find-violations.ts';

const CHANGES = /\b(?:add|remove|revoke|another|disable|enable|hold|release|map|unmap|see|sign|send|snooze|change)\b/i;

describeConsole('an auditor in the console', (inConsole) => {
  it('reads every page, and is offered nothing that would be refused', async () => {
    const { operator } = inConsole.world;
    const { registry } = operator;
    const { siteId } = await registry.addSite({ siteName: 'Nordhafen' });
    const { clientId } = await registry.addClient({ clientName: 'Trader' });
    await registry.putGrant(clientId, { siteId, can: 'schedule' });
    await registry.mapSubject(clientId, { issuer: 'https://login.example.com', subject: 'desk-7' });
    await operator.holds.make({ siteId, reason: 'a drill' });
    const auditor = await registry.addClient({ clientName: 'Auditor', scopes: ['sites:read', 'audit:read'] });
    await registry.putGrant(auditor.clientId, { allSites: true, can: 'read' });
    const { page, complaints, takePicture } = await inConsole.signIn({ credentials: auditor });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400)
        refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    const pages: readonly [path: string, shown: string][] = [
      ['/', 'Nordhafen'],
      [`/sites/${siteId}`, 'a drill'],
      [`/sites/${siteId}/edit`, 'Nordhafen'],
      ['/registry/sites', 'Nordhafen'],
      [`/registry/sites/${siteId}`, 'Controller keys'],
      ['/registry/clients', 'Trader'],
      [`/registry/clients/${clientId}`, 'desk-7'],
      ['/registry/audit', 'hold.made'],
      ['/health', 'a drill'],
      ['/alerts', 'No alerts yet'],
      ['/pools', 'You cannot see any pool yet'],
    ];
    for (const [path, shown] of pages) {
      await page.goto(inConsole.world.url() + path);
      await page.getByRole('main').getByText(shown).first().waitFor();
      const names = await page
        .getByRole('main')
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
        );
      expect([path, names.filter((name) => CHANGES.test(name))]).toEqual([path, []]);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      await takePicture(`auditor${path.replaceAll('/', '-').replace(/[\da-f-]{36}/, 'one')}`);
    }
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
