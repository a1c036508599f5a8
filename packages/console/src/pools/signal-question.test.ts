import type { PoolAvailability } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { signalQuestion } from './signal-question.ts';

const availability = {
  import: { bookedkW: 400, availablekW: 300 },
  export: { bookedkW: 200, availablekW: 200 },
} as unknown as PoolAvailability;

it.each<[number, string | undefined]>([
  [0, undefined],
  [300, undefined],
  [-200, undefined],
  [350, 'This is more than can be given now: 300 kW of import. About 50 kW will be missing.'],
  [450, 'This is more than is booked: 400 kW of import. At least 50 kW will be missing.'],
  [-5_830, 'This is more than is booked: 200 kW of export. At least 5,630 kW will be missing.'],
])('%d kW of a pool raise: %s', (kW, question) => {
  expect(signalQuestion(kW, availability)).toBe(question);
});

it('what is not known is a question, except for nothing', () => {
  expect([signalQuestion(1, undefined), signalQuestion(0, undefined)]).toEqual([
    'It is not known what the pool can give now.',
    undefined,
  ]);
});
