import { expect, it } from 'vitest';
import { type Booking, bookingFrom, withAdded } from './booking.ts';

const hour = (at: number) => `2030-01-01T${String(at).padStart(2, '0')}:00:00.000Z`;
const entry = (from: number, to: number, value: number) => ({ startAt: hour(from), endAt: hour(to), value });
const booking = (pair: string, from: number, to: number, addKw: number): Booking => ({
  pair,
  view: { fromMs: Date.parse(hour(from)), toMs: Date.parse(hour(to)) },
  addKw,
});

it('a booking is added to what is booked, cut where the period begins and ends', () => {
  const standing = [entry(0, 4, 10), entry(6, 8, 20)];
  expect(withAdded(standing, booking('grid/fcrImportkW', 2, 7, 0.2))).toEqual([
    entry(0, 2, 10),
    entry(2, 4, 10.2),
    entry(4, 6, 0.2),
    entry(6, 7, 20.2),
    entry(7, 8, 20),
  ]);
});

it('a setpoint moves only where there is one', () => {
  expect(withAdded([entry(0, 4, 10)], booking('grid/activePowerkW', 2, 7, -15))).toEqual([
    entry(0, 2, 10),
    entry(2, 4, -5),
  ]);
});

it.each<[string, Booking | undefined]>([
  [`command=grid/fcrImportkW&from=${hour(2)}&to=${hour(7)}&add=5.5`, booking('grid/fcrImportkW', 2, 7, 5.5)],
  [
    `command=grid/fcrImportkW&from=${hour(7)}&to=${hour(2)}&add=5`,
    { pair: 'grid/fcrImportkW', view: undefined, addKw: undefined },
  ],
  [`command=grid/fcrImportkW&add=x`, { pair: 'grid/fcrImportkW', view: undefined, addKw: undefined }],
  ['command=grid/none', undefined],
  ['', undefined],
])('the address with %s begins with %j', (query, expected) => {
  expect(bookingFrom(new URLSearchParams(query))).toEqual(expected);
});
