import type { StoreState } from '@setpoint/server';
import { countText } from '../text/count-text.ts';

/** What is known of a store, and what a start would do to it. */
export function storeText({ kind, place, serverVersion, release, step, missing }: StoreState): string {
  const what = kind === 'sqlite' ? place : `${place} (PostgreSQL ${serverVersion ?? 'of an unknown version'})`;
  if (step === null) return `There is no store in ${what} yet: \`{setpoint} serve\` makes it.`;
  const found = `The store is ${what}${release === null ? '' : `, last used by release ${release}`}.`;
  if (missing.length === 0) return `${found} Its schema is up to date (${step}).`;
  const steps = `${countText(missing.length, 'step')} behind (at ${step})`;
  return `${found} Its schema is ${steps}: make a backup, then \`{setpoint} serve\` or \`{setpoint} migrate\` brings it up to date.`;
}
