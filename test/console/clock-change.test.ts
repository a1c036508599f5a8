import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { takePicture } from './looks-right.ts';
import { addEntry, choosePair, entryField, fillEntries } from './fill-entries.ts';

const QUARTER_MS = 15 * 60_000;

describeConsole('on the days when the clock of Berlin changes', (inConsole) => {
  async function openEditor() {
    const added = await inConsole.world.operator.registry.addSite({ siteName: 'Berlin', timeZone: 'Europe/Berlin' });
    const page = await inConsole.signIn({ path: `/sites/${added.siteId}/edit` });
    await choosePair(page, 'Grid setpoint');
    const setEntries = async () => {
      await page.getByRole('button', { name: 'Send 1 command' }).click();
      await page.getByText('Set. On its way to the controller').waitFor();
      const { schedules } = await inConsole.world.operator.readSite(added.siteId);
      return schedules.flatMap(({ entries }) => entries);
    };
    return { page, setEntries };
  }

  it.each([
    { day: '2026-10-25', next: '2026-10-26', hours: 25, from: '2026-10-24T22:00:00.000Z' },
    { day: '2027-10-31', next: '2027-11-01', hours: 25, from: '2027-10-30T22:00:00.000Z' },
    { day: '2027-03-28', next: '2027-03-29', hours: 23, from: '2027-03-27T23:00:00.000Z' },
  ])('$day has $hours hours, each quarter of which is set once', async ({ day, next, hours, from }) => {
    const { page, setEntries } = await openEditor();
    await fillEntries(page, `${day} 00:00`, `${next} 00:00`, '5');
    await expect.poll(() => page.getByRole('textbox', { name: /^Value, entry/ }).count()).toBe(hours * 4);
    await entryField(page, 'From', 10).scrollIntoViewIfNeeded();
    await takePicture(page, `clock-change-${day}`);
    const set = await setEntries();
    const instant = (quarter: number) => new Date(Date.parse(from) + quarter * QUARTER_MS).toISOString();
    expect(set).toEqual(
      Array.from({ length: hours * 4 }, (_, quarter) => ({
        startAt: instant(quarter),
        endAt: instant(quarter + 1),
        value: 5,
      })),
    );
  });

  it('the hour that comes twice is told apart, and asked about where it was not', async () => {
    const { page, setEntries } = await openEditor();
    await addEntry(page, ['2026-10-25 02:30', '2026-10-25 04:00', '1']);
    await page.getByText('The clock shows this time twice: which one?').waitFor();
    await expect(page.getByRole('button', { name: 'Send 1 command' }).isDisabled()).resolves.toBe(true);
    await takePicture(page, 'clock-change-asked');
    await page.getByRole('button', { name: '2026-10-25 02:30 +01:00' }).click();
    await expect(entryField(page, 'From', 1).inputValue()).resolves.toBe('2026-10-25 02:30 +01:00');
    expect(await setEntries()).toEqual([
      { startAt: '2026-10-25T01:30:00.000Z', endAt: '2026-10-25T03:00:00.000Z', value: 1 },
    ]);
  });

  it('an hour that is left out is refused, and sets nothing', async () => {
    const { page } = await openEditor();
    await addEntry(page, ['2027-03-28 02:30', '2027-03-28 04:00', '1']);
    await page.getByText(/This time does not exist on that day: the clock goes forward over it/).waitFor();
    await page.getByText('1 field cannot be read').waitFor();
    await expect(page.getByRole('button', { name: 'Send 1 command' }).isDisabled()).resolves.toBe(true);
    await page.getByRole('radio', { name: 'UTC' }).click();
    await entryField(page, 'From', 1).fill('2027-03-28 00:30');
    await expect.poll(() => page.getByRole('button', { name: 'Send 1 command' }).isEnabled()).toBe(true);
    await page.getByRole('radio', { name: 'Europe/Berlin' }).click();
    await expect(entryField(page, 'From', 1).inputValue()).resolves.toBe('2027-03-28 01:30');
    await expect(entryField(page, 'To', 1).inputValue()).resolves.toBe('2027-03-28 04:00');
  });
});
