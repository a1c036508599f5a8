import type { Page } from 'playwright-core';

export async function choosePair(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /Command/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${label}`) }).click();
}

/** Adds an entry below those there are, and types what is given. */
export async function addEntry(page: Page, [from, to, value]: readonly [string, string, string]): Promise<void> {
  const values = page.getByRole('textbox', { name: /^Value, entry/ });
  const number = (await values.count()) + 1;
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await entryField(page, 'From', number).fill(from);
  await entryField(page, 'To', number).fill(to);
  await entryField(page, 'Value', number).fill(value);
}

export function entryField(page: Page, name: 'From' | 'To' | 'Value', number: number) {
  return page.getByRole('textbox', { name: `${name}, entry ${number}`, exact: true });
}

export async function fillEntries(page: Page, from: string, to: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Fill from' }).fill(from);
  await page.getByRole('textbox', { name: 'to', exact: true }).fill(to);
  await page.getByRole('textbox', { name: /^with \(/ }).fill(value);
  await page.getByRole('button', { name: 'Fill', exact: true }).click();
}
