import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { looksRight } from './looks-right.ts';

const NAME = `On a phone ${randomUUID().slice(0, 8)}`;
const PHONE = { width: 390, height: 844, hasTouch: true } as const;
const THUMB_PX = 44;

describeConsole('on a phone', (inConsole) => {
  beforeAll(async () => {
    for (const number of ['1', '2', '3', '4', '5', '6', '7', '8'])
      await inConsole.world.operator.registry.addSite({ siteName: `${NAME} ${number}` });
  });

  it('sites are cards that the page scrolls, and one opens', async () => {
    const page = await inConsole.signIn({ ...PHONE, path: `/?q=${NAME}&sort=site` });
    const first = page.getByRole('row', { name: new RegExp(`${NAME} 1`) });
    await first.waitFor();
    // What is found is above the keyboard, which takes half of the page.
    expect((await first.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    expect(await page.getByText(/^\d+ of \d+ online$/).isVisible()).toBe(true);
    await looksRight(page, 'phone-cards');
    const last = page.getByRole('row', { name: new RegExp(`${NAME} 8`) });
    await first.focus();
    await page.keyboard.press('End');
    await expect.poll(() => last.evaluate((row) => row === row.ownerDocument.activeElement)).toBe(true);
    await last.tap();
    await page.getByRole('heading', { level: 1, name: `${NAME} 8` }).waitFor();
  });

  it('the audit log is not under its form, which opens, and is open under a filter', async () => {
    const page = await inConsole.signIn({ ...PHONE, path: '/registry/audit' });
    const form = page.getByRole('form', { name: 'Find records' });
    const subject = form.getByRole('combobox', { name: 'Subject' });
    await form.getByRole('combobox', { name: 'Actor' }).waitFor();
    await form.getByRole('button', { name: 'Find' }).waitFor();
    expect((await form.boundingBox())?.height).toBeLessThan(PHONE.height / 3);
    expect(await subject.isVisible()).toBe(false);
    await looksRight(page, 'phone-audit');
    await form.getByText('Filter', { exact: true }).tap();
    await subject.tap();
    await subject.fill('oper');
    // It is shown once the keyboard of a phone has come; a tap before that would scroll, which closes it.
    await page.locator('.popover:not([style*="opacity: 0"])').waitFor();
    await page.getByRole('option', { name: /^operator/ }).tap();
    await expect.poll(() => subject.inputValue()).toBe('operator');
    await page.goto(`${inConsole.world.url()}/registry/audit?action=site.added`);
    await subject.waitFor();
    expect(await form.getByRole('combobox', { name: 'Action' }).inputValue()).toBe('site.added');
    await looksRight(page, 'phone-audit-open');
  });

  it.each([704, 880, 1_055, 1_058])('the head fits a page that is %d wide', async (width) => {
    const page = await inConsole.signIn({ width, height: 900 });
    const tools = page.locator('.frame-tools > :visible');
    await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
    const ends = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(width);
    await expect(page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBeLessThanOrEqual(0);
  });

  it('what is needed most is under the thumb, the stop too, which asks', async () => {
    const page = await inConsole.signIn(PHONE);
    const bar = page.getByRole('navigation', { name: 'Most used' });
    for (const name of ['Fleet', 'Pools', 'Alerts', 'Stop…']) {
      const box = await bar.getByRole('link', { name: new RegExp(`^${name}`) }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(THUMB_PX);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
    }
    await bar.getByRole('link', { name: 'Stop' }).tap();
    await page.getByRole('button', { name: 'Hold every site' }).or(page.getByText('Hold all sites')).first().waitFor();
    await bar.getByRole('link', { name: 'Pools' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
  });
});
