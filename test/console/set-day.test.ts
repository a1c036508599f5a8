import type { AssetScheduleCommand } from '@setpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { choosePair } from './fill-entries.ts';
import { findFaintTexts, findViolations } from './find-violations.ts';
import { handOf, LOOKS } from './hand-of.ts';
import { appears, takePicture } from './looks-right.ts';
import type { PageOptions } from './open-page.ts';

const BREWERY = 'Brewery on a day';
/** Its clock goes forward on this day, which has 92 quarter hours. */
const SHORT_DAY = { date: '2027-03-28', from: '2027-03-27T23:00:00.000Z', to: '2027-03-28T22:00:00.000Z' };
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const DAYS = { mouse: 15, keys: 16, touch: 17 };
const column = (count: number) => Array.from({ length: count }, (_, index) => `${index}\n`).join('');

describeConsole('setting a day in the console', (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });

  const entriesNow = async (type: AssetScheduleCommand['type']) => {
    const { schedules } = await inConsole.world.operator.readSite(siteId);
    return schedules.flatMap((command) => (command.type === type ? command.entries : []));
  };
  const openDay = async (options: PageOptions = {}) => {
    const page = await inConsole.signIn({ path: `/sites/${siteId}/day`, ...options });
    await page.getByRole('heading', { name: `Set a day of ${BREWERY}` }).waitFor();
    return { page, table: page.getByRole('textbox', { name: 'Table' }) };
  };

  it('a column becomes all of a local day, and the days around it stay', async () => {
    const around = [
      { startAt: '2027-03-27T12:00:00.000Z', endAt: '2027-03-28T06:00:00.000Z', value: 7 },
      { startAt: '2027-03-28T21:00:00.000Z', endAt: '2027-03-29T06:00:00.000Z', value: 9 },
    ];
    await inConsole.world.operator.setSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries: around }]);
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    await page.getByRole('link', { name: 'Set a day' }).click();
    const table = page.getByRole('textbox', { name: 'Table' });
    await choosePair(page, 'Storage setpoint');
    await page.getByLabel(/^Day \(/).fill(SHORT_DAY.date);
    await page.getByText('Paste a column of 92 values').waitFor();
    await table.fill(column(96));
    await page.getByText(/has 92 intervals of 15 minutes; there are 96 values/).waitFor();
    await expect(page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).resolves.toBe(true);
    await table.fill(column(92));
    await page.getByText(/92 entries from 2027-03-28 00:00 to 2027-03-29 00:00/).waitFor();
    await takePicture(page, 'day-checked');
    await expect(entriesNow('activePowerkW')).resolves.toEqual(around);
    await page.getByRole('button', { name: 'Set 92 entries' }).click();
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
    const set = await entriesNow('activePowerkW');
    expect(set[0]).toEqual({ ...around[0], endAt: SHORT_DAY.from });
    expect(set.at(-1)).toEqual({ ...around[1], startAt: SHORT_DAY.to });
    expect(set.slice(1, -1).map(({ value }) => value)).toEqual(Array.from({ length: 92 }, (_, index) => index));
  });

  it('24 values under quarter hours lead to hours with one press, and stay', async () => {
    const { page, table } = await openDay();
    await page.getByLabel(/^Day \(/).fill('2032-05-01');
    await choosePair(page, 'Storage setpoint');
    await table.fill(column(24));
    await page.getByText('These are 24 values, one for each hour.').waitFor();
    await page.getByRole('button', { name: 'Use hours' }).click();
    await page.getByText(/24 entries from 2032-05-01 00:00 to 2032-05-02 00:00/).waitFor();
    await expect(page.getByRole('radio', { name: 'Hours', exact: true }).isChecked()).resolves.toBe(true);
    await expect(table.inputValue()).resolves.toBe(column(24));
    await expect(page.getByText('These are 24 values').count()).resolves.toBe(0);
    await page.getByText('✓ Read as hours').waitFor();
    await expect(page.getByRole('heading', { name: /problem/ }).count()).resolves.toBe(0);
    await page.getByRole('button', { name: 'Set 24 entries' }).waitFor();
  });

  it('a file is told by its lines what is wrong with it, before anything is set', async () => {
    const { page } = await openDay();
    const line = (hour: number, value: string, pair = 'grid;upperLimitkW') =>
      `${pair};2030-05-01T0${hour}:00:00+02:00;2030-05-01T0${hour + 1}:00:00+02:00;${value}\r\n`;
    const head = 'asset;type;startAt;endAt;value\r\n';
    await page.getByRole('radio', { name: 'Entries with their times' }).click();
    const choose = async (text: string | Buffer) => {
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file…' }).click();
      await (await chosen).setFiles({ name: 'limits.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await choose(Buffer.from([0x76, 0xfc, 0x0a]));
    await page.getByText('limits.csv is not UTF-8').waitFor();
    await choose(`\uFEFF${head}${line(1, '400,5')}${line(2, '12,x')}\r\n${line(3, '4', 'grid;upperLimitMW')}`);
    await page.getByText('The table names its commands').waitFor();
    await page.getByRole('button', { name: 'Line 3' }).waitFor();
    const rows = page.getByRole('alert').getByRole('row');
    expect((await rows.allTextContents())[1]).toMatch(/Line 3grid;upperLimitkW;.*;12,xvalue: "12,x" is not a number/);
    await takePicture(page, 'file-refused');
    await choose(`${head}${line(1, '400,5')}${line(2, '300')}\r\n${line(2, '4')}`);
    await page.getByRole('button', { name: 'Line 5' }).click();
    const selected =
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
    await expect(page.evaluate(selected)).resolves.toBe(line(2, '4').trimEnd());
    await expect(entriesNow('upperLimitkW')).resolves.toEqual([]);
    await choose(`${head}${line(1, '400,5')}${line(2, '300')}`);
    await page.getByRole('button', { name: 'Set 2 entries' }).click();
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
    expect((await entriesNow('upperLimitkW')).map(({ value }) => value)).toEqual([400.5, 300]);
  });

  it.each(LOOKS)('a comma, a second press and Enter in the wrong field set nothing by slip, by $by', async (look) => {
    const { page, table } = await openDay(look);
    const { press, pressTwice } = handOf(page, look.by);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('validat')) asked.push(request.url());
    });
    const date = `2031-01-${DAYS[look.by]}`;
    const setOn = async () => (await entriesNow('activePowerkW')).filter(({ startAt }) => startAt.startsWith(date));
    const day = page.getByLabel(/^Day \(/);
    await day.fill(date);
    await choosePair(page, 'Storage setpoint');
    await table.fill(`1,500\n${column(95)}`);
    await appears(page.getByText(/1,500.* 1500 or as 1\.5:/));
    await expect(page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).resolves.toBe(true);
    await takePicture(page, `day-comma-${look.by}`);
    await table.fill(`12,000\n${column(95)}`);
    await appears(page.getByText(/12,000.* 12000 or as 12:/));
    await table.fill(column(96));
    const set = page.getByRole('button', { name: 'Set 96 entries' });
    await set.waitFor();
    await day.press('Enter');
    await expect(setOn()).resolves.toEqual([]);
    expect(asked).toEqual([]);
    await pressTwice(set);
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
    expect((await setOn()).length).toBeGreaterThan(90);
    expect(asked.length).toBe(1);
    await press(page.getByRole('link', { name: BREWERY }));
  });

  it.each([
    ['light', 1_280, findViolations],
    ['dark', 1_280, findFaintTexts],
    ['dark', 390, findViolations],
  ] as const)('has nothing that axe finds wrong, %s, %d wide', async (theme, width, findWrong) => {
    const { page, table } = await openDay({ theme, width });
    const found: string[] = [];
    const look = async (name: string) => {
      await takePicture(page, `day-${name}-${theme}-${width}`);
      await expect(page.evaluate(OVERFLOW)).resolves.toBe(0);
      found.push(...(await findWrong(page)).map((violation) => `${name}: ${violation}`));
    };
    await look('empty');
    await table.fill(`${column(40)}x\n${column(40)}`);
    await page.getByRole('button', { name: 'Line 41' }).waitFor();
    await look('refused');
    await page.getByLabel(/^Day \(/).fill('2030-01-15');
    await table.fill(column(96));
    await page.getByRole('button', { name: 'Set 96 entries' }).waitFor();
    await look('checked');
    expect(found).toEqual([]);
  });
});
