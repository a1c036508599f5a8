import type { PoolSignal } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { askedOf } from './in-force.ts';

const SIGNAL = { validUntil: '2030-01-01T00:00:00Z' } as unknown as PoolSignal;
const END = Date.parse(SIGNAL.validUntil);

it.each<[string, PoolSignal | null | undefined, number, number, string]>([
  ['not known before it is read', undefined, 0, END, 'unread'],
  ['nothing before the first signal', null, END, END, 'never'],
  ['the signal until its end', SIGNAL, END - 2_000, END - 1, 'in_force'],
  ['not known at its end, until it is read again', SIGNAL, END - 1, END + 60_000, 'unheard'],
  ['nothing once that was read', SIGNAL, END, END + 1_000, 'nothing'],
])('what is asked for is %s', (_title, signal, readAt, now, kind) => {
  expect(askedOf(signal, readAt, now).kind).toBe(kind);
});
