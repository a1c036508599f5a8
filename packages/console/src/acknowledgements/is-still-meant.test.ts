import type { Problem } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { isStillMeant } from './is-still-meant.ts';

const at = (time: string) => `2030-01-01T${time}:00.000Z`;
const NOW = Date.parse(at('12:00'));

it.each<[string, Problem, string | undefined, string, boolean]>([
  ['an absence from before', 'offline', '09:00', '14:00', true],
  ['an absence that began after it: the site came back and went again', 'offline', '11:00', '14:00', false],
  ['a trouble from before', 'trouble:clock_off', '09:59', '14:00', true],
  ['a trouble that began anew', 'trouble:clock_off', '11:00', '14:00', false],
  ['a shortage of the storage, which begins later with each look', 'issue:energy', '12:00', '14:00', true],
  ['a deviation, which each quarter of an hour shows anew', 'deviating', '11:45', '14:00', true],
  ['a problem of which nobody knows when it began', 'rejected', undefined, '14:00', true],
  ['one that has ended', 'offline', '09:00', '12:00', false],
])('of %s', (_, problem, since, until, isMeant) => {
  const made = { problem, createdAt: at('10:00'), until: at(until) };
  expect(isStillMeant(made, { since: since === undefined ? undefined : Date.parse(at(since)), now: NOW })).toBe(
    isMeant,
  );
});
