import { Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { line } from '../schema/fields.ts';

export const name = line(LIMITS.maxNameLength, 'A name for people.');
export const holdSeconds = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: LIMITS.minHoldSeconds,
  maximum: LIMITS.maxHoldSeconds,
  description:
    'For how many seconds the controller carries on when it is disconnected; then it acts as if nothing were set. null: for as long as the schedule lasts.',
});
export const notes = Type.String({ maxLength: LIMITS.maxNotesLength, description: 'Notes for people.' });
