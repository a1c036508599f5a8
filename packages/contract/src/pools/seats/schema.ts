import type { Static } from 'typebox';
import { Actor } from '../../schema/actor.ts';
import { instant, instantOrNull, integerOrNull, line, textOrNull, titled, used } from '../../schema/fields.ts';

const MAX_REASON_LENGTH = 1_000;

export const TakeSeatRequest = titled('TakeSeatRequest', {
  reason: line(MAX_REASON_LENGTH, 'Why, for people.'),
});
export type TakeSeatRequest = Static<typeof TakeSeatRequest>;

export const PoolSeat = titled(
  'PoolSeat',
  {
    holder: used(Actor, 'The client or person that has it. Nobody else can send signals.'),
    takenAt: instant('Since when.'),
    reason: textOrNull('Why it was taken over; null where it was free, and the first signal took it.'),
    lastSequence: integerOrNull(
      'The `sequence` of the last signal that was sent from this seat: the next one must be above it. null before the first.',
    ),
    freeAt: instantOrNull(
      'When it is free for anybody, if no other signal comes; null: not before it is given back, or taken over.',
    ),
  },
  { description: 'The right to send the signals of a pool, which one client or person has at a time.' },
);
export type PoolSeat = Static<typeof PoolSeat>;
