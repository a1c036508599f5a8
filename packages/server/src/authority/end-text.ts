import { instantTextOrNull } from '@setpoint/core';
import { NEVER } from '../store/in-force.ts';

/** The text of when something ends. */
export function endText(endsAt: number): string | null {
  return instantTextOrNull(endsAt === NEVER ? null : endsAt);
}
