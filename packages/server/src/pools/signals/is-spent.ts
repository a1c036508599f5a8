import { LIMITS } from '@setpoint/contract';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** Whether no number is left above those of a pool's orders: before there were seats, a sequence could be the highest integer. */
export function isSpent({ sent, holding }: Pick<StoredDivision, 'sent' | 'holding'>): boolean {
  return holding === null && sent >= LIMITS.maxSequence;
}
