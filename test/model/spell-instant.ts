import type { RandomSource } from '@setpoint/server/testing/random-source';

const zones: readonly { readonly text: string; readonly minutes: number }[] = [
  { text: 'Z', minutes: 0 },
  { text: 'z', minutes: 0 },
  { text: '+00:00', minutes: 0 },
  { text: '-00:00', minutes: 0 },
  { text: '+01:00', minutes: 60 },
  { text: '+02:00', minutes: 120 },
  { text: '-05:00', minutes: -300 },
  { text: '+05:45', minutes: 345 },
  { text: '-09:30', minutes: -570 },
  { text: '+14:00', minutes: 840 },
  { text: '+23:59', minutes: 1439 },
  { text: '-23:59', minutes: -1439 },
];

/** One of the many texts that name the same millisecond. */
export function spellInstant(source: RandomSource, instant: number): string {
  const utc = { text: 'Z', minutes: 0 };
  const zone = source.chance(0.4) ? utc : source.pick(zones);
  const local = new Date(instant + zone.minutes * 60_000).toISOString();
  // A year that needs more than four digits cannot be written with this offset.
  if (local.length !== 24) return new Date(instant).toISOString();
  const [seconds = '', fraction = ''] = local.slice(0, -1).split('.');
  const letterT = source.chance(0.1) ? 't' : 'T';
  return seconds.replace('T', letterT) + spellFraction(source, fraction) + zone.text;
}

function spellFraction(source: RandomSource, ms: string): string {
  const shortest = ms.replace(/0+$/, '');
  const belowMs = String(source.below(1_000_000)).padStart(6, '0').slice(0, source.between(1, 6));
  const digits = source.pick([shortest, shortest, ms, ms + belowMs]);
  return digits === '' ? '' : `.${digits}`;
}
