import { Type } from 'typebox';
import { LIMITS } from '../limits.ts';

export const name = Type.String({ minLength: 1, maxLength: LIMITS.maxNameLength, description: 'A name for people.' });
export const notes = Type.String({ maxLength: LIMITS.maxNotesLength, description: 'Notes for people.' });
