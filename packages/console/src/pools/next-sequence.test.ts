import { type Actor, LIMITS } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { nextSequence } from './next-sequence.ts';

const ME: Actor = { kind: 'client', id: 'c0ffee00-0000-4000-8000-000000000001', name: 'Desk' };
const OTHER: Actor = { ...ME, id: 'c0ffee00-0000-4000-8000-000000000002', name: 'Optimiser' };
const isOwn = ({ id }: Actor) => id === ME.id;
const by = (actor: Actor | null, sequence: number) => ({ actor, sequence });

test.each([
  ['the first signal of all', { seat: null, last: null }, 1],
  ['after one of the same seat', { seat: { holder: ME, lastSequence: 7 }, last: by(ME, 7) }, 8],
  ['the first of a seat that was taken over', { seat: { holder: ME, lastSequence: null }, last: by(OTHER, 40) }, 1],
  ['after a long silence, when the seat is free', { seat: null, last: by(ME, 7) }, 8],
  ['after the silence of another', { seat: null, last: by(OTHER, 7) }, 1],
  ['while another has the seat', { seat: { holder: OTHER, lastSequence: 7 }, last: by(OTHER, 7) }, 1],
  ['after the highest', { seat: null, last: by(ME, LIMITS.maxSequence) }, 1],
] as const)('%s', (_name, known, expected) => {
  expect(nextSequence(known, isOwn)).toBe(expected);
});
