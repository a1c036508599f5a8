import { beforeAll, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { addEntry, choosePair } from './fill-entries.ts';
import { appears, looksRight, takePicture } from './looks-right.ts';
import { askPool, makePool } from './make-pool.ts';
import { openPage } from './open-page.ts';

const BREWERY = 'Brewery of errands';
const NAME = 'Attended';

describeConsole('six errands in the console:', (inConsole) => {
  let brewery: string;

  beforeAll(async () => {
    brewery = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });

  const signedIn = (path: string, credentials = inConsole.world.credentials) => inConsole.signIn({ path, credentials });

  it('one gets from the first sign-in to a delivered schedule', async () => {
    const page = await openPage(inConsole.browser, inConsole.world.url());
    await page.goto(inConsole.world.url());
    await page.getByRole('heading', { name: 'Sign in to Setpoint' }).waitFor();
    await takePicture(page, 'sign-in');
    const link = await inConsole.world.link(await addClient(inConsole.world, { siteIds: [brewery] }));
    await page.goto(link);
    await page.getByRole('row', { name: new RegExp(BREWERY) }).waitFor();
    expect(page.url()).not.toContain('sign-in');
    await page.getByRole('row', { name: new RegExp(BREWERY) }).click();
    await page.getByRole('heading', { level: 1, name: BREWERY }).waitFor();
    await page.getByRole('link', { name: 'Edit schedule' }).click();
    await choosePair(page, 'Storage setpoint');
    await page.getByRole('textbox', { name: 'with (kW)' }).fill('120');
    await page.getByRole('button', { name: 'Fill', exact: true }).click();
    await page.getByText(/plan would change from \S/).waitFor();
    await page.getByRole('button', { name: 'Send 1 command' }).click();
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
    await takePicture(page, 'delivered');
    const { schedules } = await inConsole.world.operator.readSite(brewery);
    const stored = schedules.filter(({ asset }) => asset === 'bess');
    expect(stored.map(({ type, entries }) => [type, entries.length])).toEqual([['activePowerkW', 96]]);
    const again = await openPage(inConsole.browser, inConsole.world.url());
    await again.goto(link);
    await again.getByText(/This link was used already/).waitFor();
  });

  it('what the service would refuse is said while it is typed, at its place', async () => {
    const page = await signedIn(`/sites/${brewery}/edit`);
    await choosePair(page, 'aFRR activation');
    await addEntry(page, ['2030-01-01 10:00', '2030-01-01 11:00', '300']);
    await appears(page.getByText(/needs 300|booked|booking/i));
    await page.getByRole('button', { name: 'Send 1 command' }).isDisabled();
    await choosePair(page, 'aFRR import booking');
    await addEntry(page, ['2030-01-01 10:00', '2030-01-01 11:00', '300']);
    await page.getByRole('button', { name: 'Send 2 commands' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send 2 commands' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('keys and secrets are shown once, and signing out everywhere ends every session', async () => {
    // One of its own: for the operator of the other tests, everywhere is there, too.
    const administrator = await addClient(inConsole.world, { scopes: ['sites:read', 'fleet:admin'] });
    const [other, page] = await Promise.all([signedIn('/', administrator), signedIn('/registry/sites', administrator)]);
    await page.getByRole('textbox', { name: 'Add a site' }).fill('New site');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const key = await page.getByLabel('Controller key', { exact: true }).innerText();
    expect(key).toMatch(/^sck_[\w-]{43}$/);
    await takePicture(page, 'key-shown-once');
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'New site' }).click();
    await page.getByText('Controller keys').waitFor();
    await expect.poll(() => page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Requests of this page, as curl' }).click();
    await page.getByText('/api/v1/fleet/sites', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in to Setpoint' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Setpoint' }).waitFor();
  });

  it('a signal is sent, divided and shown, with what it is short by and why', async () => {
    const [battery, plant] = ['Battery in the south', 'Brewery in the south'] as const;
    // A pool of its own, which nobody has asked for power before.
    const { desk: credentials } = await makePool(inConsole.world, 'aFRR south', [battery, plant]);
    const page = await inConsole.signIn({ path: '/pools', credentials });
    await page.getByRole('link', { name: 'aFRR south' }).click();
    await page.getByText('no signal yet').waitFor();
    await page.getByText('400 kW available of 400 kW booked').first().waitFor();
    await page.getByRole('textbox', { name: /^Power in kW/ }).fill('-450');
    await page.getByRole('button', { name: 'Review…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/0 → −450 kW, 2 sites, 1 min, ends \d\d:\d\d:\d\d/).waitFor();
    await dialog.getByText('more than is booked: 400 kW of export. At least 50 kW will be missing.').waitFor();
    const sending = dialog.getByRole('button', { name: 'Send' });
    // A question comes first: without an answer, nothing is sent.
    await expect(sending.isDisabled()).resolves.toBe(true);
    await looksRight(page);
    await dialog.getByText('Ask for it all the same').click();
    await sending.click();
    await page.getByText('asked for 450 kW export, ordered 400 kW export; short by 50 kW').waitFor();
    const shortfall = page.getByRole('region', { name: 'Shortfall' });
    await shortfall.getByText('limited by bookings (2 members)').waitFor();
    await appears(page.getByRole('row', { name: new RegExp(battery) }).getByText('−300 kW', { exact: true }));
    await appears(page.getByRole('row', { name: new RegExp(plant) }).getByText('−100 kW', { exact: true }));
    await looksRight(page, 'pool-short');

    for (const key of ['End', 'Home']) await page.getByRole('slider').press(key);
    await askPool(page, '-400', { isTyped: false });
    await page.getByText('✓ Signal 2: asked for 400 kW export, ordered 400 kW export').waitFor();
    await shortfall.waitFor({ state: 'detached' });
    const figures = page.getByRole('group', { name: 'This pool now' });
    await figures.getByText(/^Short by–by the meters, [\d.]+ kW is missing/).waitFor();
    await expect(figures.getByText(/Short by0 kW/).count()).resolves.toBe(0);
    await expect(page.getByRole('alert').count()).resolves.toBe(0);
  });

  it('a site is held from where the stop of all is, found by its name', async () => {
    const page = await inConsole.signIn({ path: '/holds' });
    await page.getByRole('combobox', { name: 'Or hold one site' }).fill('of errands');
    await page.getByRole('option', { name: BREWERY }).click();
    await page.getByRole('button', { name: `Hold ${BREWERY}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Hold ${BREWERY}` });
    await dialog.getByRole('button', { name: 'Hold', exact: true, disabled: false }).click();
    await page.getByText(`‖ Held: ${BREWERY}`).waitFor();
    await looksRight(page);
  });

  it('what needs attention can be acknowledged: it leaves the list for everybody, with a name and a note, and can be taken back', async () => {
    const { registry } = inConsole.world.operator;
    const names = [1, 2].map((number) => `${NAME} cared ${number}`);
    const siteIds: string[] = [];
    for (const siteName of names) siteIds.push((await registry.addSite({ siteName })).siteId);
    const mine = await inConsole.signIn({ credentials: await addClient(inConsole.world, { siteIds }) });
    const attention = mine.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('button', { name: /^2 sites that never reported/ }).waitFor();
    await attention.getByRole('button', { name: 'Acknowledge: 2 sites that never reported' }).click();
    const dialog = mine.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: /Note/ }).fill('the installer comes at noon');
    await looksRight(mine, 'acknowledge');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await mine.getByText('✓ Nothing needs attention').waitFor();

    const theirs = await inConsole.signIn({ credentials: await addClient(inConsole.world, { siteIds }) });
    await theirs.getByText('✓ Nothing needs attention').waitFor();
    await theirs.getByRole('button', { name: '1 problem acknowledged' }).click();
    await theirs.getByText('the installer comes at noon').waitFor();
    await theirs.getByText(/acknowledged by (?!you).+ until/).waitFor();
    await looksRight(theirs, 'acknowledged');
    await theirs
      .getByRole('link', { name: names[0] ?? '' })
      .first()
      .click();
    await theirs.getByText('the installer comes at noon').waitFor();
    await theirs.getByRole('button', { name: 'Take back' }).click();
    await theirs.getByRole('button', { name: /^Acknowledge: .+ that never reported/ }).waitFor();
    await theirs.goBack();
    await theirs
      .getByText(/^1 site that never reported/)
      .or(theirs.getByText('The controller has never reported'))
      .first()
      .waitFor();
    await theirs.getByRole('button', { name: '1 problem acknowledged' }).click();
    await theirs.getByRole('button', { name: 'Take back' }).click();
    await theirs.getByRole('button', { name: /^2 sites that never reported/ }).waitFor();
  });
});
