import type { GivenRole, Person } from '@setpoint/contract';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '@setpoint/server/testing/start-provider';
import { describeOwnConsole } from '../describe-console.ts';
import { addEntry, choosePair } from '../fill-entries.ts';
import { looksRight } from '../looks-right.ts';
import { openPage, takeComplaints } from '../open-page.ts';
import { startBehindProxy } from './start-behind-proxy.ts';

describeOwnConsole('people in the console', startWithProvider, (inConsole) => {
  // All of the provider is elsewhere.
  afterEach(() => {
    const { issuer } = inConsole.world.provider;
    expect(takeComplaints().filter((one) => !one.includes(issuer))).toEqual([]);
  });

  it('sign in, are refused with a sentence that helps, see their sessions, and sign out', async () => {
    const { provider } = inConsole.world;
    provider.accounts.set('ada', { name: 'Ada Brandt', groups: ['trading'] });
    provider.who = undefined;
    const { people, registry } = inConsole.world.operator;
    const { siteId } = await registry.addSite({ siteName: 'Nordhafen' });
    const group = await people.addGroup({ issuer: provider.issuer, groupName: 'trading' });
    await people.giveGroupRole(group.groupId, { role: 'dispatcher', siteId });
    const page = await openPage(inConsole.browser, inConsole.world.url());

    await page.goto(`${inConsole.world.url()}/me`);
    const button = page.getByRole('button', { name: 'Sign in with Company login' });
    await button.waitFor();
    await looksRight(page, 'sign-in-providers');
    await button.click();
    await page.getByText('The provider did not let you in').waitFor();
    provider.who = 'ada';
    await button.click();

    // Back where the person wanted to go.
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByText('dispatcher').waitFor();
    await page.getByText('this one').waitFor();
    await looksRight(page, 'who-am-i');

    await page.goto(`${inConsole.world.url()}/sites/${siteId}`);
    await page.getByText('Nordhafen').first().waitFor();
    await page.goto(`${inConsole.world.url()}/registry`);
    await page.getByText('it needs the role operator or auditor. Ask an operator for it.').waitFor();
    await looksRight(page, 'refused');

    // Who loses the role is refused with the next request.
    await people.takeGroupRole(group.groupId, { siteId });
    await page.goto(`${inConsole.world.url()}/me`);
    await page.getByText('you have no role, and none of your groups (trading) has one').waitFor();
    await people.giveGroupRole(group.groupId, { role: 'viewer', allSites: true });
    await page.reload();
    await page.getByText('viewer').first().waitFor();

    await signOut(page, 'Ada Brandt');
    const ada = await personNamed('Ada Brandt');
    expect(ada).toMatchObject({ groups: ['trading'] });
    expect((await people.personSessions(ada.personId)).sessions).toEqual([]);
  });

  it('hold a site and set it, and an auditor finds their records by their name', async () => {
    const { siteId } = await inConsole.world.operator.registry.addSite({ siteName: 'Harbour' });
    await role('dispatch', { role: 'dispatcher', siteId });
    await role('audit', { role: 'auditor', allSites: true });
    inConsole.world.provider.accounts.set('bea', { name: 'Bea Lind', groups: ['dispatch'] });
    inConsole.world.provider.accounts.set('cleo', { name: 'Cleo Auer', groups: ['audit'] });

    const bea = await signIn('bea', `/sites/${siteId}`);
    // The log is searched by the second, and what happened before the hold is looked for there.
    const signedInAt = secondsNow();
    await expect.poll(secondsNow).toBeGreaterThan(signedInAt);
    await bea.getByRole('button', { name: 'Hold Harbour' }).click();
    const dialog = bea.getByRole('alertdialog', { name: 'Hold Harbour' });
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('a crane is in the way');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await bea.getByText(/just now by you/).waitFor();
    await looksRight(bea);
    await bea.getByRole('button', { name: 'Release Harbour' }).click();
    await bea.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }).click();
    await bea.getByRole('region', { name: 'Holds on this site' }).waitFor({ state: 'detached' });
    await bea.getByRole('link', { name: 'Edit schedule' }).click();
    await choosePair(bea, 'Grid upper limit');
    await addEntry(bea, ['2030-01-01 00:00', '2030-01-02 00:00', '700']);
    await bea.getByRole('button', { name: 'Send 1 command' }).click();
    await bea.getByText('↻ Set. On its way to the controller…').waitFor();
    // What somebody else released is said to be theirs.
    const { holdId } = await inConsole.world.operator.holds.make({ siteId, reason: 'a drill' });
    await inConsole.world.operator.holds.release(holdId);
    await signOut(bea, 'Bea Lind');

    const cleo = await signIn('cleo', '/registry/audit');
    const log = cleo.getByRole('list', { name: 'Records' });
    await log.getByText('operator').first().waitFor();
    await cleo.getByRole('combobox', { name: 'Actor' }).fill('bea');
    await cleo.getByRole('option', { name: 'Bea Lind' }).click();
    await cleo.getByRole('button', { name: 'Find' }).click();
    await log.getByText('operator').waitFor({ state: 'detached' });
    await log.getByText('a crane is in the way').first().waitFor();
    const rows = await log.getByRole('listitem').allTextContents();
    expect(rows.every((row) => row.includes('Bea Lind'))).toBe(true);
    const actions = ['hold.made', 'hold.released', 'session.began', 'session.ended'];
    expect(actions.filter((action) => !rows.some((row) => row.includes(action)))).toEqual([]);
    await looksRight(cleo, 'audit-of-a-person');

    const [, shownAt = ''] = /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d).*hold\.made/.exec(rows.join('\n')) ?? [];
    // A browser drops the seconds of a full minute, and takes nothing else for a value of its own.
    const madeAt = shownAt.replace(' ', 'T').replace(/:00$/, '');
    const [from, to] = [cleo.getByLabel('From (UTC)'), cleo.getByLabel('To (UTC)')];
    await from.pressSequentially('01012030');
    await cleo.getByRole('button', { name: 'Find' }).click();
    await cleo.getByText(/Please enter a valid value/).waitFor();
    await looksRight(cleo);
    await from.fill('');
    await to.fill(madeAt);
    await cleo.getByRole('button', { name: 'Find' }).click();
    await log.getByText('a crane is in the way').waitFor({ state: 'detached' });
    expect((await log.getByRole('listitem').allTextContents()).filter((row) => row.includes('hold.'))).toEqual([]);
    // The filter is a part of the address, so it is still there after a reload.
    await cleo.reload();
    await log.getByText('session.began').waitFor();
    await cleo.getByRole('combobox', { name: 'Actor' }).and(cleo.locator('[value="Bea Lind"]')).waitFor();
    await to.fill('');
    await from.fill(madeAt);
    await cleo.getByRole('button', { name: 'Find' }).click();
    await log.getByText('a crane is in the way').waitFor();
    expect((await log.getByRole('listitem').allTextContents()).filter((row) => row.includes('session.began'))).toEqual(
      [],
    );
    await log.getByRole('button', { name: 'Bea Lind held Harbour: a crane is in the way' }).click();
    await looksRight(cleo);
    await log.getByRole('link', { name: 'hold.made' }).click();
    await cleo.getByRole('status').getByText('1 record, times in UTC', { exact: true }).waitFor();
    await to.fill('2030-01-01T00:00');
    await from.fill('2030-01-02T00:00');
    await cleo.getByRole('button', { name: 'Find' }).click();
    await cleo.getByText('“From” must be before “To”.').waitFor();
    await cleo.getByRole('link', { name: 'Show all' }).click();
    await log.getByText('operator').first().waitFor();

    await cleo.goto(`${inConsole.world.url()}/sites/${siteId}`);
    await cleo.getByRole('tab', { name: 'Batches' }).click();
    await cleo.getByRole('button', { name: /Bea Lind.*Grid upper limit/ }).waitFor();
    await cleo.getByRole('button', { name: 'Released holds' }).click();
    await cleo.getByText(/held .* by Bea Lind, released .* by Bea Lind/).waitFor();
    await cleo.getByText(/held .* by operator, released .* by operator/).waitFor();
    await looksRight(cleo, 'released-holds-of-a-site');
  });

  it('sign out everywhere, and so in the other browser too', async () => {
    await role('desk', { role: 'viewer', allSites: true });
    inConsole.world.provider.accounts.set('dora', { name: 'Dora Ek', groups: ['desk'] });
    const here = await signIn('dora', '/me');
    const there = await signIn('dora', '/');
    await here.reload();
    await expect.poll(() => here.getByRole('button', { name: 'End this session?' }).count()).toBe(1);
    await here.getByRole('button', { name: 'Sign out everywhere?' }).click();
    const dialog = here.getByRole('alertdialog');
    await looksRight(here);
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('button', { name: /yes, sign me out/i }).click();
    await providerButton(here).waitFor();
    // Its stream has ended, and nothing there is answered any more.
    await there.getByRole('alertdialog', { name: 'You were signed out' }).waitFor();
    await looksRight(there);
    await there.reload();
    await providerButton(there).waitFor();
  });

  const providerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Company login' });

  async function personNamed(name: string): Promise<Person> {
    for await (const person of inConsole.world.operator.people.persons()) if (person.personName === name) return person;
    throw new Error(`there is no person ${name}`);
  }

  async function role(groupName: string, given: GivenRole): Promise<void> {
    const group = await inConsole.world.operator.people.addGroup({
      issuer: inConsole.world.provider.issuer,
      groupName,
    });
    await inConsole.world.operator.people.giveGroupRole(group.groupId, given);
  }

  async function signIn(who: string, path: string) {
    inConsole.world.provider.who = who;
    const page = await openPage(inConsole.browser, inConsole.world.url());
    await page.goto(inConsole.world.url() + path);
    await providerButton(page).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    return page;
  }

  async function signOut(page: Page, personName: string): Promise<void> {
    await page.getByRole('button', { name: `Signed in as ${personName}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: /yes, sign me out/i }).click();
    await providerButton(page).waitFor();
  }
});

async function startWithProvider() {
  const started = Promise.withResolvers<TestProvider>();
  const world = await startBehindProxy(async (publicUrl) => {
    const provider = await startProvider([{ publicUrl, id: 'company' }]);
    started.resolve(provider);
    const { issuer, clientId, clientSecret } = provider;
    const scopes = ['openid', 'profile', 'email', 'groups'];
    const settings = [{ id: 'company', name: 'Company login', issuer, clientId, clientSecret, scopes }];
    return { SETPOINT_PROVIDERS: JSON.stringify(settings) };
  });
  const provider = await started.promise;
  return {
    ...world,
    provider,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}
