import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { looksRight } from './looks-right.ts';

const ISSUER = 'https://login.example.com/people';

describeConsole('people and groups in the registry', (inConsole) => {
  it('a person is added, granted a role with an end, disabled, and the role revoked', async () => {
    const { people, registry } = inConsole.world.operator;
    await registry.addSite({ siteName: 'Harbour of people' });
    const page = await inConsole.signIn({ path: '/registry/people' });
    await page.getByText('Add a person').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Registered');
    await page.getByRole('textbox', { name: /^Subject/ }).fill('ada-7');
    await page.getByRole('textbox', { name: /^Issuer/ }).fill(ISSUER);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Ada Registered' }).click();
    await page.getByText('May sign in, and see nothing: no role, and no group with one.').waitFor();

    await page.getByRole('radio', { name: 'dispatcher' }).click();
    await page.getByRole('combobox', { name: 'On' }).fill('Harbour of');
    await page.getByRole('option', { name: /^Harbour of people/ }).click();
    await page.getByLabel(/^Ends/).fill('2030-01-31T10:00');
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText(/^May see, set schedules, .* on Harbour of people until 2030-01-31 10:00 UTC\.$/).waitFor();
    await looksRight(page);

    await page.getByRole('button', { name: 'Disable Ada Registered?' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('May not sign in: disabled.').waitFor();
    await page.getByRole('button', { name: /^Revoke dispatcher on Harbour of people/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('None of the person itself.').waitFor();
    const found: unknown[] = [];
    for await (const { personName, roles, isEnabled } of people.persons()) found.push([personName, roles, isEnabled]);
    expect(found).toContainEqual(['Ada Registered', [], false]);
  });

  it('a site that is typed before the page knows the sites is offered once it does', async () => {
    const { people, registry } = inConsole.world.operator;
    const siteName = `Late harbour ${randomUUID().slice(0, 8)}`;
    await registry.addSite({ siteName });
    const { personId } = await people.addPerson({ personName: 'Bo Early', issuer: ISSUER, subject: randomUUID() });
    const page = await inConsole.signIn();
    const known = Promise.withResolvers<void>();
    await page.route(/\/fleet\/overview/, async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.goto(`${inConsole.world.url()}/registry/people/${personId}`);
    await page.getByRole('combobox', { name: 'On' }).fill('Late harb');
    await page.getByText('No match').waitFor();
    known.resolve();
    await page.getByRole('option', { name: siteName }).waitFor();
  });

  it('a group is mapped, given a role on all sites, and removed by its name', async () => {
    const page = await inConsole.signIn({ path: '/registry/groups' });
    await page.getByText('Map a group').click();
    await page.getByRole('textbox', { name: /^Group/ }).fill('night-shift');
    await page.getByRole('textbox', { name: /^Issuer/ }).fill(ISSUER);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'night-shift' }).click();
    await page.getByRole('radio', { name: 'auditor' }).click();
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText('auditor on all sites').first().waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Remove night-shift' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('night-shift');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('link', { name: 'night-shift' }).waitFor({ state: 'detached' });
  });
});
