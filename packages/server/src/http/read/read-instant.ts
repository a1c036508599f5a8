import { explainBadInstant, parseInstant, withColon } from '@setpoint/core';
import { badValue } from '../../wire/bad-request.ts';

/** An instant in a query. Unlike in a body, the offset may lack its colon: many libraries write it so. */
export function readInstant(name: string, text: string): number {
  const instantMs = parseInstant(withColon(text));
  if (instantMs !== undefined) return instantMs;
  // In a query a bare + is a space.
  const hint = text.includes(' ') ? '; in a query, write + as %2B' : '';
  throw badValue('instant', name, `${name} ${explainBadInstant(text)}${hint}`);
}
