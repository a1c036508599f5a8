import { SESSION_PATHS } from '@setpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { takePicture } from './looks-right.ts';
import { addEntry, choosePair } from './fill-entries.ts';

const BREWERY = 'Brewery of journeys';
const DAY_MS = 86_400_000;

describeConsole('in the console', (inConsole) => {
  let brewery: string;

  beforeAll(async () => {
    brewery = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });

  const signedIn = (path: string, credentials = inConsole.world.credentials) => inConsole.signIn({ path, credentials });

  it('what fits on a site leads to its editor with all of it filled in, and is sent by the person', async () => {
    const site = await inConsole.world.addSimulatedSite('Grid battery Antwerp', 'Battery with headroom');
    const [startAt, endAt] = [0, 2 * DAY_MS].map((later) => new Date(Date.now() + later).toISOString()) as [
      string,
      string,
    ];
    const entries = [{ startAt, endAt, value: 0 }];
    const setpoint = { asset: 'grid' as const, type: 'activePowerkW' as const, entries };
    await inConsole.world.operator.setSchedules(site, [setpoint]);
    const desk = await addClient(inConsole.world, { siteIds: [site] });
    const page = await signedIn('/headroom?from=16&to=20&kind=fcrExport', desk);
    await page.getByRole('link', { name: 'Book this on Battery with headroom' }).click();
    await page.getByRole('button', { name: /FCR export/ }).waitFor();
    const fields = page.getByRole('row').filter({ has: page.getByRole('textbox', { name: 'Value, entry 1' }) });
    await expect(fields.getByRole('textbox', { name: /^From/ }).inputValue()).resolves.toMatch(/ 16:00$/);
    await expect(fields.getByRole('textbox', { name: /^To/ }).inputValue()).resolves.toMatch(/ 20:00$/);
    expect(Number(await fields.getByRole('textbox', { name: /^Value/ }).inputValue())).toBeGreaterThan(0);
    expect(new URL(page.url()).search).toBe('');
    await expect(inConsole.world.operator.readSite(site)).resolves.toMatchObject({ schedules: [setpoint] });
    await page.getByRole('button', { name: 'Send 1 command' }).click();
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
  });

  it('a limit beyond what the site is rated for is questioned while it is typed, and before it is sent', async () => {
    const page = await signedIn(`/sites/${brewery}/edit`);
    await choosePair(page, 'Grid upper limit');
    await addEntry(page, ['2030-01-01 10:00', '2030-01-01 11:00', '9999999']);
    await page.getByText(/^⚠ Grid upper limit of 9,999,999 kW: the site is rated from/).waitFor();
    await page.getByRole('button', { name: 'Send 1 command' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Is this meant?' });
    await dialog.getByText(/^Grid upper limit of 9,999,999 kW: the site is rated from/).waitFor();
    await takePicture(page, 'doubted');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const { schedules } = await inConsole.world.operator.readSite(brewery);
    expect(schedules.filter(({ type }) => type === 'upperLimitkW')).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('a change by somebody else is shown, and never overwritten', async () => {
    const page = await signedIn(`/sites/${brewery}/edit`);
    await choosePair(page, 'Grid upper limit');
    await addEntry(page, ['2030-01-01 00:00', '2030-01-02 00:00', '700']);
    const entry = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-02T00:00:00Z', value: 444 };
    await inConsole.world.operator.setSchedules(brewery, [
      { asset: 'grid', type: 'lowerLimitkW', entries: [{ ...entry, value: -1 }] },
    ]);
    await page.getByRole('heading', { name: 'Somebody else changed this site' }).waitFor();
    await page.getByText(/Changes by operator:$/).waitFor();
    await page.getByText('Grid lower limit').first().waitFor();
    await takePicture(page, 'conflict');
    const before = await inConsole.world.operator.readSite(brewery);
    expect(before.schedules.some(({ type }) => type === 'upperLimitkW')).toBe(false);
    await page.getByRole('button', { name: 'Keep mine on top of theirs' }).click();
    await page.getByRole('button', { name: 'Send 1 command' }).click();
    await page.getByText(/✓ Set, and accepted/).waitFor();
    const { schedules } = await inConsole.world.operator.readSite(brewery);
    expect(schedules.filter(({ asset }) => asset === 'grid').map(({ type }) => type)).toEqual([
      'upperLimitkW',
      'lowerLimitkW',
    ]);
  });

  it('a client that may only read sees everything and is offered nothing to set', async () => {
    const reader = await addClient(inConsole.world, { scopes: ['sites:read'], can: 'read', siteIds: [brewery] });
    const page = await signedIn('/', reader);
    await page.getByText('read only').waitFor();
    await expect(page.getByRole('link', { name: 'Registry' }).count()).resolves.toBe(1);
    await page.goto(`${inConsole.world.url()}/sites/${brewery}/edit`);
    await page.getByText(/your access is read only/).waitFor();
    await expect(page.getByRole('button', { name: /Send/ }).count()).resolves.toBe(0);
    await page.goto(`${inConsole.world.url()}/registry`);
    await page.getByText(/The registry is for operators/).waitFor();
  });

  it('a link of somebody else asks first, names both, and signs in only who says so', async () => {
    const added = await inConsole.world.operator.registry.addClient({ clientName: 'Somebody else' });
    const link = await inConsole.world.link(added);
    const page = await signedIn('/');
    await page.goto(link);
    await page.reload();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Sign in as Somebody else?' }).waitFor();
    await page.getByText('You are signed in as operator').waitFor();
    await takePicture(page, 'switch');
    await page.getByRole('button', { name: 'Stay operator' }).click();
    await page.getByRole('button', { name: 'Signed in as operator' }).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in as Somebody else' }).click();
    await page.getByRole('button', { name: 'Signed in as Somebody else' }).waitFor();
  });

  it('a link that is opened while the page signs in is asked about, however late the page is answered', async () => {
    const added = await inConsole.world.operator.registry.addClient({ clientName: 'Somebody else' });
    const link = await inConsole.world.link(added);
    const page = await signedIn('/');
    const release = Promise.withResolvers<void>();
    await page.route(`**${SESSION_PATHS.token}`, (route) => release.promise.then(() => route.continue()), { times: 1 });
    const asking = page.waitForRequest(`**${SESSION_PATHS.token}`);
    await page.reload();
    const asked = await asking;
    await page.goto(link);
    const question = page.getByRole('heading', { name: 'Sign in as Somebody else?' });
    await question.waitFor();
    release.resolve();
    await (await asked.response())?.finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expect(question.count()).resolves.toBe(1);
  });

  it('a link leads to a moment of a site, and an event does so too', async () => {
    const page = await signedIn(`/sites/${brewery}?at=2030-01-01T10:00:00Z&asset=bess`);
    await page.getByText('2030-01-01 11:00').waitFor();
    await page.getByRole('radio', { name: 'Storage', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'Tomorrow' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    await page.reload();
    await page.getByRole('radio', { name: 'Tomorrow', checked: true }).waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page
      .getByRole('row', { name: /The site was added/ })
      .getByRole('link')
      .click();
    await page.getByRole('radio', { name: 'Today', checked: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('at')).toBe(true);
    await page.getByRole('button', { name: 'Copy the id of the site' }).waitFor();
  });
});
